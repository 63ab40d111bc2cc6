import type { DehydratedState } from '@tanstack/react-query'
import { lastAnswersDatabase } from '../../api/session/session.ts'

type Kept = DehydratedState['queries']

const store = 'answers'

/** The data kept for an account on this device; empty if storage is unavailable. */
export async function readAnswers(account: string): Promise<Kept> {
  const found = await withStore('readonly', answers => answers.get(account))
  return Array.isArray(found) ? found : []
}

/** Replaces what was kept for this account, and removes other accounts'. */
export async function writeAnswers(account: string, kept: Kept): Promise<void> {
  await withStore('readwrite', answers => {
    answers.clear()
    return answers.put(kept, account)
  })
}

/** Opened per transaction: an open connection would block the deletion at sign-out. */
async function withStore(mode: IDBTransactionMode, use: (answers: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opening = indexedDB.open(lastAnswersDatabase)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    const database = await done(opening)
    try {
      return await done(use(database.transaction(store, mode).objectStore(store)))
    } finally {
      database.close()
    }
  } catch {
    // Private windows can refuse, disks can be full: then there is no fallback data.
    return undefined
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
