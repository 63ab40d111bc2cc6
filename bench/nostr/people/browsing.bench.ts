import { rm } from 'node:fs/promises'
import { call, claim, login, makeDataDir } from '../../../apps/relay/test/harness.ts'
import { printFigure, rounded } from '../../figures.ts'
import { at } from '../burst-client.ts'
import { authorKey, spawnSeeded } from './seeded-store.ts'

// How long do People, a person and Events take to open with many events and authors? Each call of these pages over HTTP,
// on a running relay that has counted everything. `npm run bench -- browsing [events] [authors]`; fails above the limit.

const bench = 'browsing'
const [events = 1_000_000, authors = 100_000] = process.argv.slice(2).map(Number)
const calls = 60
const p50MsMax = 150

const folder = await makeDataDir()
try {
  const relay = await spawnSeeded(folder, { events, authors })
  const token = await login(relay.adminUrl, await claim(relay))
  const get = async (path: string) => {
    const { status, body } = await call(relay.adminUrl, path, { token })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const any = (call: number) => authorKey((call * 7919) % authors)
  const filtered = (filter: object) => `/api/events?filter=${encodeURIComponent(JSON.stringify(filter))}`
  const hour = Math.floor(Date.now() / 1000) - 20 * 86_400
  const pages: Record<string, (call: number) => readonly string[]> = {
    People: () => ['/api/people?sort=events_24h'],
    'People by events in 1 h': () => ['/api/people?sort=events_1h'],
    'People by events ever': () => ['/api/people?sort=events'],
    'People by storage': () => ['/api/people?sort=bytes'],
    'People by reports': () => ['/api/people?sort=reports'],
    'People seen in a day, by storage': () => ['/api/people?sort=bytes&seen=24h'],
    'People seen in 30 days, by storage': () => ['/api/people?sort=bytes&seen=30d'],
    'People by a name': call => [`/api/people?q=${encodeURIComponent(`author ${call * 31}`)}`],
    'a person': call => [`/api/people/${any(call)}`, `/api/people/${any(call)}/events?limit=20`],
    'who writes most': () => [`/api/people/${authorKey(0)}`, `/api/people/${authorKey(0)}/events?limit=20`],
    Events: () => ['/api/events', '/api/events/views', '/api/events/jobs', '/api/events/transfers'],
    'Events of a kind': () => [filtered({ kinds: [9802] })],
    'Events of an author': call => [filtered({ authors: [any(call)] })],
    'Events with a tag': () => [filtered({ '#t': ['part3'] })],
    'Events of an hour': () => [filtered({ since: hour, until: hour + 3600 })],
    'Events of an author and a tag': call => [filtered({ authors: [any(call)], '#t': ['part3'] })],
    'Events with words': call => [filtered({ search: `${call * 31} copper` })],
    Statistics: () => ['/api/relaycount', '/api/barchartdata', '/api/activitydata', '/api/kinds'],
    Inbox: () => ['/api/cases', '/api/cases/statistics', '/api/cases/reasons'],
  }
  for (const [figure, paths] of Object.entries(pages)) {
    const millis: number[] = []
    for (let turn = 0; turn < calls; turn += 1) {
      const begun = performance.now()
      await Promise.all(paths(turn).map(get))
      millis.push(performance.now() - begun)
    }
    const [first = 0] = millis
    millis.sort((one, other) => one - other)
    const p50 = at(millis, 0.5)
    const facts = {
      events,
      authors,
      firstMs: rounded(first, 1),
      p50Ms: rounded(p50, 1),
      p99Ms: rounded(at(millis, 0.99), 1),
    }
    printFigure({ bench, figure, ...facts })
    if (p50 > p50MsMax) process.exitCode = 1
  }
  await relay.end()
} finally {
  await rm(folder, { recursive: true, force: true })
}
