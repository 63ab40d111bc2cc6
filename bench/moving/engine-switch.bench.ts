import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventEngineState } from '@hornets/contract/admin/operation/event-engine'
import { createLogger } from '@hornets/server/process/logger'
import { LmdbEventStore } from '../../apps/relay/src/events/lmdb/lmdb-event-store.ts'
import { findFreeBasePort } from '../../apps/relay/src/servers/free-ports.ts'
import { call, claim, login, makeDataDir, newOperator } from '../../apps/relay/test/harness.ts'
import { draft, save } from '../../apps/relay/test/support/drafts.ts'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { startCluster } from '../../apps/relay/test/support/servers/postgres-cluster.ts'
import { signer } from '../../apps/relay/test/support/signer.ts'
import { printFigure, rounded } from '../figures.ts'

// `npm run bench -- engine-switch [events]`: a relay with so many events in its data folder moves to PostgreSQL from the
// console's calls while a client writes and another one subscribes; with the switch a serving process joins, which is
// then killed. How long does each step take, how long did the writer wait at most, and is anything missing? Needs
// PostgreSQL: POSTGRES names the folder of its programs.

// JavaScript, which the types of benchmarks do not reach.
const { relayReady, restartable, startRelay } = await import(
  new URL('../../scripts/run/relay.mjs', import.meta.url).href
)

const bench = 'engine-switch'
const [stored = 100_000] = process.argv.slice(2).map(Number)
const programs = process.env.POSTGRES ?? ''
if (programs === '') throw new Error('POSTGRES names the folder of the programs of PostgreSQL')
const everyMs = 20
const start = 1_700_000_000

const dataDir = await makeDataDir()
const cluster = await startCluster(programs)
const PORT = String(await findFreeBasePort(['127.0.0.1', '127.0.0.1']))
const env: Record<string, string> = {
  PORT,
  PUBLIC_HOST: '127.0.0.1',
  ADMIN_HOST: '127.0.0.1',
  RATE_URL: '',
  RESTARTS: 'with-connections',
  LOG_LEVEL: 'error',
}
const open = () => restartable(() => startRelay({ dataDir, walletPort: 0, env }))
const owner = newOperator()

/** One event after the other, each until its OK, over a new connection where the last one ended. */
function keepWriting(url: string) {
  const author = signer()
  const ids: string[] = []
  const waits: number[] = []
  let [isOver, reconnects] = [false, 0]
  const connect = async (): Promise<RawClient> => {
    for (;;) {
      const client = await RawClient.connect(url).catch(() => null)
      if (client) return client
      await sleep(100)
    }
  }
  const done = (async () => {
    let client = await connect()
    while (!isOver) {
      const event = author.sign({ content: `${ids.length}`, created_at: start + ids.length })
      const startedAt = performance.now()
      client.say('EVENT', event)
      for (;;) {
        const answer = client.heard.find(([type, id]) => type === 'OK' && id === event.id)
        if (answer?.[2] === true) break
        if (answer) throw new Error(`refused: ${answer[3]}`)
        if (client.socket.readyState !== 1) {
          reconnects += 1
          client = await connect()
          client.say('EVENT', event)
        }
        await sleep(2)
      }
      client.heard.length = 0
      ids.push(event.id)
      waits.push(performance.now() - startedAt)
      await sleep(everyMs)
    }
    client.close()
  })()
  return {
    ids,
    /** Since the last call, in seconds. */
    longest: () => rounded(Math.max(0, ...waits.splice(0)) / 1000, 2),
    reconnects: () => reconnects,
    end() {
      isOver = true
      return done
    },
  }
}

function servingPid(): number {
  const found = readdirSync('/proc').find(pid => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const isServing = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes('serving-program')
      return isServing && readFileSync(join('/proc', pid, 'environ'), 'utf8').includes(`PORT=${PORT}`)
    } catch {
      return false
    }
  })
  return Number(found)
}

let relay = open()
try {
  await relayReady(relay)
  relay.stop()
  await relay.ended
  const files = { path: join(dataDir, 'events.lmdb'), textPath: join(dataDir, 'event-text.db') }
  const log = createLogger({ name: 'bench', level: 'silent' })
  const store = await LmdbEventStore.open({ ...files, now: Date.now, log, isDurable: false, readers: 1 })
  for (let at = 0; at < stored; at += 1000)
    await Promise.all(
      Array.from({ length: Math.min(1000, stored - at) }, (_, n) =>
        save(store, draft({ content: `note ${at + n}`, created_at: start - 1 - at - n })),
      ),
    )
  await store.close()

  relay = open()
  const ready = await relayReady(relay)
  const token = await login(ready.adminUrl, await claim(ready, owner))
  const writer = keepWriting(ready.publicUrl)
  const reader = await RawClient.connect(ready.publicUrl)
  reader.say('REQ', 'new', { kinds: [1], since: start, limit: 0 })
  await reader.hear('EOSE', 'new')
  const ask = async (path = '', body?: unknown) =>
    (await call(ready.adminUrl, `/api/event-engine${path}`, { token, body })).body as EventEngineState
  const until = async (isThere: (move: NonNullable<EventEngineState['move']>) => boolean) => {
    const startedAt = performance.now()
    for (;;) {
      const move = await ask().then(
        state => state.move,
        () => null,
      )
      if (move && isThere(move)) return { move, seconds: rounded((performance.now() - startedAt) / 1000, 1) }
      await sleep(200)
    }
  }

  await sleep(2000)
  const usual = writer.longest()
  await ask('/copy', { engine: 'postgres', address: cluster.url })
  const copied = await until(({ state }) => state !== 'copying')
  printFigure({ bench, figure: 'copy', state: copied.move.state, error: copied.move.error, seconds: copied.seconds })
  printFigure({
    bench,
    figure: 'longest OK, seconds, before and while copying',
    before: usual,
    while: writer.longest(),
  })

  env.RELAY_PROCESSES = '2'
  await ask('/switch', {})
  const moved = await until(({ state }) => state === 'moved' || state === 'stayed')
  await sleep(2000)
  printFigure({ bench, figure: 'switch', ...moved.move, seconds: moved.seconds, longestOk: writer.longest() })

  const heard = reader.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [(event as { id: string }).id] : []))
  const unheard = writer.ids.filter(id => !heard.includes(id)).length
  printFigure({ bench, figure: 'subscriber through the switch', unheard, twice: heard.length - new Set(heard).size })

  const pid = servingPid()
  process.kill(pid, 'SIGKILL')
  await sleep(5000)
  printFigure({ bench, figure: 'serving process killed', longestOk: writer.longest(), reconnects: writer.reconnects() })
  await writer.end()

  const asker = await RawClient.connect(ready.publicUrl)
  const found = new Set<string>()
  for (let at = 0; at < writer.ids.length; at += 500)
    for (const id of await asker.stored({ ids: writer.ids.slice(at, at + 500) })) found.add(id)
  asker.say('COUNT', 'all', { kinds: [1] })
  const [, , counted] = await asker.hear('COUNT', 'all')
  const missing = writer.ids.filter(id => !found.has(id)).length
  const { count } = counted as { count: number }
  const extra = count - stored - writer.ids.length
  printFigure({ bench, figure: 'in the end', acknowledged: writer.ids.length, missing, extra })
  process.exitCode = moved.move.state === 'moved' && missing === 0 && extra === 0 ? 0 : 1
} finally {
  relay.stop()
  await relay.ended
  await cluster.close()
  await rm(dataDir, { recursive: true })
}
process.exit()
