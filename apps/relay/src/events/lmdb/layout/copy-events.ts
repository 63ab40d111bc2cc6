import { open } from 'lmdb'
import { mapBytes } from './tables.ts'

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

export async function countEvents(path: string): Promise<number> {
  const options = { path, noSubdir: true, overlappingSync: false, readOnly: true, mapSize: mapBytes, maxDbs: 24 }
  const root = open(options)
  try {
    const events = root.openDB({ name: 'events', encoding: 'binary', keyEncoding: 'binary' })
    return (events.getStats() as { entryCount: number }).entryCount
  } finally {
    await root.close()
  }
}
