import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isSqliteDamage } from '@hornets/server/database/damage'

/** Checks one database file for damage, on its own thread because large files take a while. */
function isDamaged(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    if (isSqliteDamage(error)) return true
    throw error
  }
}

parentPort?.postMessage(isDamaged((workerData as { path: string }).path))
