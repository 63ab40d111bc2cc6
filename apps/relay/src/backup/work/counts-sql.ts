import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '@hornets/server/database/sqlite'
import { keptName } from '../../database/admin-place.ts'
import { eventCounters } from '../../events/data-files.ts'
import type { Counts } from '../set/records.ts'

export async function countContents(folder: string): Promise<Counts> {
  let events = 0
  for (const [name, count] of eventCounters)
    if (existsSync(join(folder, name))) events += await count(join(folder, name))
  return { events, files: countRows(folder, 'relay.db', 'files'), admins: countRows(folder, 'admin.db', 'accounts') }
}

function countRows(folder: string, database: string, table: string): number {
  const opened = openSqlite(join(folder, database), { readOnly: true })
  try {
    return (opened.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count
  } finally {
    opened.close()
  }
}

/** Also where the accounts went to PostgreSQL: nobody knows here whether any are there. */
export function isClaimed(folder: string): boolean {
  return existsSync(join(folder, keptName)) || hasAccountsInFile(folder)
}

export function hasAccountsInFile(folder: string): boolean {
  return existsSync(join(folder, 'admin.db')) && countRows(folder, 'admin.db', 'accounts') > 0
}

export function isWhole(path: string): boolean {
  const database = openSqlite(path, { readOnly: true })
  try {
    return (database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }).integrity_check === 'ok'
  } finally {
    database.close()
  }
}
