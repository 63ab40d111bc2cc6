import { setTimeout as delay } from 'node:timers/promises'
import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'
import type { Finding, Stage } from './attack.ts'
import { allAttacks } from './attacks/all-attacks.ts'

// One attack in a process of its own; tells what it found and what it cost.

/** What is still going on when the time is over is cut off. */
const graceMillis = 10_000

export interface AttackOrder {
  readonly name: string
  readonly endpoint: Endpoint
  readonly seconds: number
}

export interface AttackReport extends Finding {
  readonly seconds: number
  readonly connections: number
  readonly megabytes: number
  readonly cpuSeconds: number
}

process.once('message', async (order: AttackOrder) => {
  const number = allAttacks.findIndex(({ name }) => name === order.name)
  const attack = allAttacks[number]
  if (!attack) throw new Error(`there is no attack called ${order.name}`)
  const lines: RawSocket[] = []
  let bytes = 0
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  const stage: Stage = {
    endpoint: order.endpoint,
    seconds: order.seconds,
    signal: AbortSignal.timeout(order.seconds * 1000),
    address: at => `127.0.${20 + number}.${1 + (at % 250)}`,
    async open(at, options) {
      try {
        const line = await RawSocket.connect(order.endpoint, {
          ...options,
          from: stage.address(at),
          timeoutMillis: 20_000,
        })
        lines.push(line)
        return line
      } catch {
        return null
      }
    },
    spent(more) {
      bytes += more
    },
  }
  const late: Finding = { seen: 'did not come to an end in time' }
  const limit = order.seconds * 1000 + graceMillis
  const finding = await Promise.race([attack.run(stage), delay(limit, late, { ref: false })])
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const line of lines) bytes += line.socket.bytesWritten
  process.send?.({
    ...finding,
    seconds,
    connections: lines.length,
    megabytes: bytes / 1e6,
    cpuSeconds: (user + system) / 1e6,
  } satisfies AttackReport)
})
// Its sockets end with it, all together.
process.on('disconnect', () => process.exit())
