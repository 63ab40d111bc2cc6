import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Looks through one database file, and says whether it is damaged. On a thread of its own: a large file takes a while. */
function isDamaged(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    // SQLITE_CORRUPT and SQLITE_NOTADB; whatever else is wrong says nothing of the file.
    const { errcode = 0 } = error as { errcode?: number }
    if ([11, 26].includes(errcode & 0xff)) return true
    throw error
  }
}

parentPort?.postMessage(isDamaged((workerData as { path: string }).path))
