import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startCluster } from '../../apps/relay/test/support/servers/postgres-cluster.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { Asker } from '../nostr/asker.ts'
import { at, connect } from '../nostr/burst-client.ts'
import { publish } from '../nostr/publish.ts'
import type { Endpoint } from '../nostr/raw-socket.ts'
import { startRelay } from '../nostr/relay-process.ts'
import { seededEvent } from '../nostr/seeded-events.ts'
import { writer } from '../nostr/signed-event.ts'

// The relay as one, two and three processes, in turn; with POSTGRES, the folder of its programs, on PostgreSQL. Linux only.

const bench = 'scale'
const counts = (process.env.BENCH_PROCESSES ?? '1,2,3').split(',').map(Number)
const programs = process.env.POSTGRES
const eventCount = Number(process.env.BENCH_EVENTS ?? 5000)
const askers = 16
const requestsOfEach = 50
const liveEvents = 500
const liveEveryMillis = 10
const author = writer('scale')
const events = Array.from({ length: eventCount }, (_, index) => seededEvent(index))

for (const processes of counts) {
  const cluster = programs ? await startCluster(programs) : undefined
  const database = cluster && { EVENTS_DATABASE_URL: cluster.url }
  const relay = await startRelay(undefined, undefined, { RELAY_PROCESSES: String(processes), ...database })
  try {
    const { hostname: host, port } = new URL(relay.url)
    const endpoint = { host, port: Number(port) }
    const accepting = await publish(endpoint, events, { clients: 8, inFlight: 16 })
    const asked = await ask(endpoint)
    const live = await deliver(relay.url)
    printFigure({
      bench,
      figure: `${processes} processes`,
      engine: cluster ? 'postgres' : 'embedded',
      acceptedPerSecond: Math.round(accepting.acceptedPerSecond),
      okP99: rounded(accepting.p99Millis, 1),
      requestsPerSecond: Math.round(asked.perSecond),
      reqP50: rounded(at(asked.millis, 0.5), 1),
      reqP99: rounded(at(asked.millis, 0.99), 1),
      liveP50: rounded(median(live), 1),
      liveP99: rounded(at(live, 0.99), 1),
      megabytes: [relay.pid, ...childrenOf(relay.pid)].map(megabytesOf),
    })
  } finally {
    await relay.stop()
    await cluster?.close()
  }
}

async function ask(to: Endpoint) {
  const clients = await Promise.all(Array.from({ length: askers }, () => Asker.connect(to)))
  const millis: number[] = []
  const begun = performance.now()
  await Promise.all(
    clients.map(async client => {
      for (let request = 0; request < requestsOfEach; request += 1)
        millis.push((await client.request({ kinds: [1], limit: 100 })).millis)
    }),
  )
  const perSecond = millis.length / ((performance.now() - begun) / 1000)
  for (const { line } of clients) line.close()
  return { millis: ascending(millis), perSecond }
}

/** From sending an event until it arrives at a subscriber, who is in another process where there are three. */
async function deliver(url: string): Promise<number[]> {
  const [sender, receiver] = [await connect(url), await connect(url)]
  const sentAt = new Map<string, number>()
  const millis: number[] = []
  receiver.on('message', data => {
    const [type, , event] = JSON.parse(String(data)) as [string, string, { id: string }]
    const sent = type === 'EVENT' ? sentAt.get(event.id) : undefined
    if (sent !== undefined) millis.push(performance.now() - sent)
  })
  receiver.send('["REQ","live",{"kinds":[1],"limit":0}]')
  await delay(300)
  for (let index = 0; index < liveEvents; index += 1) {
    const json = author.write({ content: `live ${index}` })
    sentAt.set((JSON.parse(json) as { id: string }).id, performance.now())
    sender.send(`["EVENT",${json}]`)
    await delay(liveEveryMillis)
  }
  while (millis.length < liveEvents) await delay(20)
  sender.close()
  receiver.close()
  return ascending(millis)
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function megabytesOf(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
