import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { median, printFigure, processorMs, rounded } from '../figures.ts'
import { connect } from './burst-client.ts'
import { startRelay } from './relay-process.ts'
import { writer } from './signed-event.ts'

// Processor and bytes received, with and without compression in turn. Linux only.

const bench = 'compression'
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const eventsPerRound = 200
const everyMillis = 8

const words = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8').match(/[a-z]{2,}/gi) ?? []
const author = writer('compression')
let written = 0

const relay = await startRelay()
try {
  await publish()
  for (const receivers of [1, 20, 200]) {
    const figures = { compressed: [] as Cost[], plain: [] as Cost[] }
    for (let round = 0; round < rounds; round += 1)
      for (const how of ['compressed', 'plain'] as const) figures[how].push(await live(receivers, how === 'compressed'))
    print(`an event to ${receivers} subscriptions`, figures)
  }
} finally {
  await relay.stop()
}

interface Cost {
  readonly micros: number
  readonly bytes: number
}

function print(figure: string, { compressed, plain }: { compressed: Cost[]; plain: Cost[] }): void {
  const of = (costs: Cost[], which: keyof Cost) => median(costs.map(cost => cost[which]))
  printFigure({
    bench,
    figure,
    compressedMicros: Math.round(of(compressed, 'micros')),
    plainMicros: Math.round(of(plain, 'micros')),
    compressedBytes: Math.round(of(compressed, 'bytes')),
    plainBytes: Math.round(of(plain, 'bytes')),
    saved: rounded(1 - of(compressed, 'bytes') / of(plain, 'bytes'), 2),
  })
}

async function live(receivers: number, isCompressed: boolean): Promise<Cost> {
  const clients = await Promise.all(Array.from({ length: receivers }, () => open(isCompressed)))
  for (const client of clients) {
    client.send('["REQ","live",{"limit":0}]')
    await once(client, 'message')
  }
  const begun = { millis: processorMs(relay.pid), bytes: bytesOf(clients) }
  await publish()
  await delay(300)
  const micros = ((processorMs(relay.pid) - begun.millis) * 1000) / eventsPerRound
  const bytes = (bytesOf(clients) - begun.bytes) / eventsPerRound / receivers
  for (const client of clients) client.terminate()
  return { micros, bytes }
}

async function publish(): Promise<void> {
  const socket = await connect(relay.url)
  let accepted = 0
  socket.on('message', data => {
    if (String(data).startsWith('["OK"')) accepted += 1
  })
  for (let event = 0; event < eventsPerRound; event += 1) {
    written += 1
    const start = (written * 37) % words.length
    const content = words.slice(start, start + 50).join(' ')
    socket.send(`["EVENT",${author.write({ content: `${content} ${written}` })}]`)
    await delay(everyMillis)
  }
  while (accepted < eventsPerRound) await delay(20)
  socket.close()
}

async function open(isCompressed: boolean): Promise<WebSocket> {
  const socket = new WebSocket(relay.url, { perMessageDeflate: isCompressed })
  await once(socket, 'message')
  return socket
}

function bytesOf(clients: readonly WebSocket[]): number {
  return clients.reduce((sum, client) => sum + (client as unknown as { _socket: Socket })._socket.bytesRead, 0)
}
