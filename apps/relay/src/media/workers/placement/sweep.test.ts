import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { RelayDatabase } from '../../../database/relay-database.ts'
import { SqliteFileIndex } from '../../library/files/file-index-store.ts'
import { KeyedMutex } from '../../library/files/keyed-mutex.ts'
import { DiskStore } from '../../library/stores/disk-store.ts'
import { FileStores } from '../../library/stores/file-stores.ts'
import { TargetStore } from '../../library/stores/target-store.ts'
import { leftoversMax, sweep } from './sweep.ts'

async function openParts() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-sweep-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const disk = await DiskStore.open(join(folder, 'media'))
  const stores = await FileStores.open({ disk, s3: undefined, targets: new TargetStore(database) })
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const logger = createLogger({ name: 'test', level: 'silent' })
  const put = async (text: string): Promise<string> => {
    const hash = createHash('sha256').update(text).digest('hex')
    const incoming = await disk.receive()
    await incoming.handle.writeFile(text)
    await disk.put(incoming, hash)
    return hash
  }
  const add = (hash: string, store: 'disk' | 's3') =>
    index.add({ hash, mime: 'text/plain', bytes: 1, uploadedAt: 1, name: '', store }, 'a'.repeat(64))
  const sweepAll = () => sweep({ stores, index, locks: new KeyedMutex(), logger }, new AbortController().signal)
  return { disk, put, add, sweepAll }
}

it('deletes files without a row and second copies left by a move, and keeps the others', async () => {
  const { disk, put, add, sweepAll } = await openParts()
  const [kept, moved, orphan] = [await put('kept'), await put('moved'), await put('orphan')]
  await add(kept, 'disk')
  await add(moved, 's3')
  expect(await sweepAll()).toBe(2)
  expect([await disk.sizeOf(kept), await disk.sizeOf(moved), await disk.sizeOf(orphan)]).toEqual([4, null, null])
})

it('more than a crash can leave is kept: then the index is older than the files', async () => {
  const { disk, put, sweepAll } = await openParts()
  const hashes = await Promise.all(Array.from({ length: leftoversMax + 1 }, (_, number) => put(`file ${number}`)))
  expect(await sweepAll()).toBe(0)
  for (const hash of hashes) expect(await disk.sizeOf(hash)).toBeGreaterThan(0)
})
