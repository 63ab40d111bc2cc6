import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../nostr/raw-socket.ts'
import type { Finding } from './attack.ts'
import { allAttacks } from './attacks/all-attacks.ts'
import { openStage } from './open-stage.ts'

/** Time after which unfinished work is cut off. */
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
  const attack = allAttacks.find(({ name }) => name === order.name)
  if (!attack) throw new Error(`there is no attack called ${order.name}`)
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  const { stage, costs } = openStage(attack, order.endpoint, order.seconds)
  const late: Finding = { seen: 'did not come to an end in time' }
  const limit = order.seconds * 1000 + graceMillis
  const finding = await Promise.race([attack.run(stage), delay(limit, late, { ref: false })])
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  process.send?.({ ...finding, ...costs(), seconds, cpuSeconds: (user + system) / 1e6 } satisfies AttackReport)
})
// All its sockets close with the process.
process.on('disconnect', () => process.exit())
