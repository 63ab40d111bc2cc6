import type { DehydratedState } from '@tanstack/react-query'
import { lastAnswersDatabase } from '../../api/session/session.ts'

type Kept = DehydratedState['queries']

const store = 'answers'

/** What is kept for a person on this device; nothing where storage is closed to us. */
export async function readAnswers(person: string): Promise<Kept> {
  const found = await withStore('readonly', answers => answers.get(person))
  return Array.isArray(found) ? found : []
}

/** In place of what was kept for this person before, and of anybody else's. */
export async function writeAnswers(person: string, kept: Kept): Promise<void> {
  await withStore('readwrite', answers => {
    answers.clear()
    return answers.put(kept, person)
  })
}

/** Opened for one transaction and closed again: an open connection would hold up the deletion at sign-out. */
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
    // Private windows may refuse, disks may be full: then there is nothing to fall back on, and nothing else is lost.
    return undefined
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
