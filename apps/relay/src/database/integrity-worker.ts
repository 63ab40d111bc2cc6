import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

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
    // SQLITE_CORRUPT and SQLITE_NOTADB; other errors say nothing about the file.
    const { errcode = 0 } = error as { errcode?: number }
    if ([11, 26].includes(errcode & 0xff)) return true
    throw error
  }
}

parentPort?.postMessage(isDamaged((workerData as { path: string }).path))
