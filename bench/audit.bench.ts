import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { blockPubkeys } from '@hornets/contract/admin/access'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import type { AuditFilter } from '../apps/relay/src/audit/audit-filter.ts'
import { AuditLog } from '../apps/relay/src/audit/audit-log.ts'
import { AuditReader } from '../apps/relay/src/audit/audit-reader.ts'
import { type ExportFormat, exportLines } from '../apps/relay/src/audit/export-lines.ts'
import { AdminDatabase } from '../apps/relay/src/database/admin-database.ts'
import { printFigure, rounded } from './figures.ts'

// Export, check of the chain, newest page, search: duration, longest block of the event loop, peak memory.

const bench = 'audit'
const entries = 1_000_000
const together = 10_000
const lookMs = 10
const mebibyte = 2 ** 20

const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
forgoDurability()
const database = await AdminDatabase.open(join(folder, 'admin.db'))
try {
  await fill()
  const reader = new AuditReader(database.reads, async () => new Map())
  const exported = (format: ExportFormat) => async () => {
    let bytes = 0
    const lines = Readable.from(exportLines(reader.all({}), format), { highWaterMark: 1 })
    for await (const part of lines) bytes += Buffer.byteLength(part as string)
    return bytes
  }
  const page = (filter: AuditFilter) => async () => JSON.stringify(await reader.page(filter, { limit: 50 })).length
  await measure('newest page', page({}))
  await measure('a target that does not occur', page({ text: 'nowhere' }))
  await measure('check of the chain', async () => {
    if (!(await reader.verify()).whole) throw new Error('the chain is broken')
    return 0
  })
  await measure('export as CSV', exported({ format: 'csv', separator: 'comma' }))
  await measure('export as JSON lines', exported({ format: 'jsonl', separator: 'comma' }))
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const audit = new AuditLog(database, Date.now, createLogger({ name: bench, level: 'error' }))
  const actor = { pubkey: 'a'.repeat(64), address: '127.0.0.1' }
  for (let from = 0; from < entries; from += together) {
    const changes = Array.from({ length: together }, (_, at) => {
      const target = (from + at).toString(16).padStart(64, '0')
      return { actor, action: blockPubkeys.audit, target, after: { pubkey: target, reason: `spam ${from + at}` } }
    })
    await database.transact(tx => audit.recordChanges(tx, changes))
  }
}

async function measure(figure: string, work: () => Promise<number>): Promise<void> {
  const rss = () => process.memoryUsage().rss / mebibyte
  const [before, started] = [rss(), performance.now()]
  let [peak, waited, last] = [before, 0, started]
  const watch = setInterval(() => {
    const now = performance.now()
    peak = Math.max(peak, rss())
    waited = Math.max(waited, now - last - lookMs)
    last = now
  }, lookMs)
  const bytes = await work()
  clearInterval(watch)
  printFigure({
    bench,
    figure,
    unit: 'milliseconds',
    value: rounded(performance.now() - started, 1),
    othersWaitMs: rounded(waited, 1),
    memoryMb: [rounded(before, 0), rounded(peak, 0)],
    ...(bytes > 0 && { mb: rounded(bytes / mebibyte, 2) }),
  })
}
