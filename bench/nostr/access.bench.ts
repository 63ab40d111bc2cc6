import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { ListsStore } from '../../apps/relay/src/access/lists/lists-store.ts'
import { TrustGraph } from '../../apps/relay/src/access/rights/trust-graph.ts'
import { CaseStore } from '../../apps/relay/src/cases/case-store.ts'
import { AdminDatabase } from '../../apps/relay/src/database/admin-database.ts'
import { RefusalLog } from '../../apps/relay/src/refusals/refusal-log.ts'
import { median, printFigure, rounded } from '../figures.ts'

// What access control costs beside judging: the trust graph of 100,000 keys with a million links, a page of a list of
// 10,000 entries and of an inbox of 100,000 cases (in processor time, which the machine's load changes little), and noting
// a refusal (accepted events are never noted).

const bench = 'access'
const processorMs = () => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000
const hex = (number: number) => number.toString(16).padStart(64, '0')

async function buildGraph(): Promise<void> {
  const keys = Array.from({ length: 100_000 }, (_, at) => hex(at))
  const graph = new TrustGraph(async function* (authors) {
    for (const author of authors) {
      const at = Number.parseInt(author, 16)
      if (at < 2000)
        yield [author, Array.from({ length: 500 }, (_, n) => keys[(at * 50 + n) % keys.length] ?? '')] as const
    }
  })
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = used()
  const started = performance.now()
  await graph.reach(
    keys.slice(0, 2000).filter((_, at) => at % 40 === 0),
    3,
  )
  const seconds = rounded((performance.now() - started) / 1000, 2)
  const megabytes = Math.round((used() - before) / 2 ** 20)
  printFigure({ bench, figure: 'trust graph of 100,000 keys', keys: graph.size, seconds, megabytes })
}

async function measureInbox(): Promise<void> {
  const rowOf = (at: number) => ({
    target: hex(at),
    pubkey: hex(at % 5000),
    cause: 'report',
    type: 'spam',
    weight: 1 + (at % 40),
    reporters: 1,
    opened_at: at,
    is_open: 1,
    held_by: null,
    verdict: null,
  })
  for (let at = 0; at < 100_000; at += 1000)
    await database.transact(async tx => {
      const rows = Array.from({ length: 1000 }, (_, n) => rowOf(at + n))
      await tx.insertInto('cases').values(rows).execute()
    })
  const cases = new CaseStore(database.reads)
  const times = []
  for (let round = 0; round < 20; round++) {
    const started = processorMs()
    await cases.queue({ escalated: [0, 1], now: Date.now(), limit: 100 })
    await cases.counts()
    times.push(processorMs() - started)
  }
  const [value, worst] = [rounded(median(times), 1), rounded(Math.max(...times), 1)]
  printFigure({ bench, figure: 'the first 100 of 100,000 cases', value, unit: 'ms', worst })
}

const folder = await mkdtemp(join(tmpdir(), 'bench-access-'))
const database = await AdminDatabase.open(join(folder, 'admin.db'))
try {
  await buildGraph()
  const lists = new ListsStore(database.reads)
  const now = Date.now()
  const entry = (at: number) => ({
    list: 'words' as const,
    value: `word${at}`,
    match: 'part',
    reason: `reason ${at}`,
    expires_at: null,
    created_at: at,
    created_by: null,
  })
  for (let at = 0; at < 10_000; at += 1000)
    await database.transact(tx =>
      lists.putEntries(
        tx,
        Array.from({ length: 1000 }, (_, n) => entry(at + n)),
      ),
    )
  const page = { list: 'words', limit: 100, expired: false, now } as const
  const times: number[] = []
  for (let round = 0; round < 40; round++) {
    const text = round % 2 ? '99' : undefined
    const started = processorMs()
    await lists.search({ ...page, text, offset: round * 20, sort: round % 3 ? 'newest' : 'value' })
    times.push(processorMs() - started)
  }
  const worst = rounded(Math.max(...times), 1)
  printFigure({
    bench,
    figure: 'a page of a list of 10,000 entries',
    value: rounded(median(times), 1),
    unit: 'ms',
    worst,
  })

  await measureInbox()

  const logger = createLogger({ name: 'bench', level: 'silent' })
  const log = new RefusalLog({ database, now: Date.now, logger })
  const refusals = 50_000
  const started = performance.now()
  for (let at = 0; at < refusals; at++)
    log.note({
      what: 'event',
      cause: 'rate',
      text: 'rate-limited',
      address: `192.0.2.${at % 250}`,
      pubkey: hex(at),
      kind: 1,
    })
  const noting = ((performance.now() - started) * 1000) / refusals
  await log.write()
  printFigure({ bench, figure: 'noting a refusal', value: rounded(noting, 2), unit: 'µs' })
} finally {
  await database.close()
  await rm(folder, { recursive: true })
}
