import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { openSqlite } from '@hornets/server/database/sqlite'
import { syncFolder } from '@hornets/server/disk/whole-file'
import type { Logger } from '@hornets/server/process/logger'
import { openTables, type Tables } from '../layout/tables.ts'
import { WriteTransactions } from '../writing/write-transaction.ts'
import { moveDeletions, moveNextEvents } from './move-batch.ts'
import { copyWithoutEvents, countByKind, hasEvents } from './old-database.ts'

export interface MoveEvents {
  readonly from: string
  readonly to: string
  readonly keptAs: string
  readonly isDurable: boolean
  readonly log: Logger
}

const tellEveryMillis = 5000

/** Each batch commits with its progress, so an interrupted start resumes. The old file stays under another name. */
export async function moveEvents(parts: MoveEvents): Promise<void> {
  const { from, to, keptAs, isDurable, log } = parts
  const next = `${from}.new`
  if (!existsSync(from)) {
    // A crash came between the two renames.
    if (existsSync(next)) await rename(next, from)
    return
  }
  const old = openSqlite(from)
  try {
    if (!hasEvents(old)) return
    log.info({ from, to }, 'moving events to their own store (once; safe to interrupt)')
    const tables = openTables({ path: to, isDurable })
    try {
      await moveAll(old, new WriteTransactions(tables), log)
      prove(old, tables)
    } finally {
      await tables.root.close()
    }
    await rm(next, { force: true })
    copyWithoutEvents(from, next)
    old.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    old.close()
  }
  await rename(from, keptAs)
  await rename(next, from)
  await syncFolder(dirname(from))
  log.info({ keptAs }, 'all events are in their own store; the old file is kept, and can be deleted')
}

async function moveAll(old: DatabaseSync, transactions: WriteTransactions, log: Logger): Promise<void> {
  const { total } = old.prepare('SELECT count(*) AS total FROM events').get() as { total: number }
  let moved = 0
  let notedAt = performance.now()
  for (;;) {
    const batch = transactions.transact(tx => moveNextEvents(old, tx), false)
    if (batch === 0) break
    moved += batch
    if (performance.now() - notedAt > tellEveryMillis) {
      notedAt = performance.now()
      log.info({ moved, total }, 'moving events to their own store')
    }
    await setImmediate()
  }
  transactions.transact(tx => moveDeletions(old, tx), false)
}

/** Throws unless the new store has the same number of events of each kind. */
function prove(old: DatabaseSync, tables: Tables): void {
  tables.root.resetReadTxn()
  for (const [kind, count] of countByKind(old)) {
    const key = Buffer.alloc(2)
    key.writeUInt16BE(kind)
    const found = tables.kinds.getBinaryFast(key)?.readUIntBE(0, 6) ?? 0
    if (found < count) throw new Error(`${count - found} events of kind ${kind} are missing in the new event store`)
  }
}
