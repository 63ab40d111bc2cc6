import { open } from 'lmdb'
import { mapBytes } from './tables.ts'

/** Copies the event store as it is at one moment to a new file, however many are reading and writing it. */
export async function copyEvents(from: string, to: string): Promise<void> {
  const options = { path: from, noSubdir: true, overlappingSync: false, readOnly: true, mapSize: mapBytes }
  const root = open(options)
  try {
    await root.backup(to, false)
  } catch (error) {
    throw new Error(`${from} cannot be copied: ${(error as Error).message}`, { cause: error })
  } finally {
    await root.close()
  }
}
