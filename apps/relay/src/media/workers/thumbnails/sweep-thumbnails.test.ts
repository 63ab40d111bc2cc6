import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { RelayDatabase } from '../../../database/relay-database.ts'
import { SqliteFileIndex } from '../../library/files/file-index-store.ts'
import { FactsStore } from './facts-store.ts'
import { sweepThumbnails } from './sweep-thumbnails.ts'
import { ThumbnailFolder } from './thumbnail-folder.ts'

const never = new AbortController().signal
const hashOf = (byte: string) => byte.repeat(32)

async function openParts() {
  const root = await mkdtemp(join(tmpdir(), 'hornets-thumbnails-'))
  const database = await RelayDatabase.open(join(root, 'relay.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(root, { recursive: true })
  })
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const facts = new FactsStore(database)
  const folder = new ThumbnailFolder(join(root, 'thumbnails'))
  const addFile = (hash: string) =>
    index.add({ hash, mime: 'image/png', bytes: 1, uploadedAt: 1, name: '', store: 'disk' }, 'a'.repeat(64))
  const putFacts = (hash: string, thumbnail: 0 | 1) =>
    facts.put({ hash, width: 1, height: 1, duration_ms: null, thumbhash: '', thumbnail, camera: null })
  const left = async () =>
    (await readdir(join(root, 'thumbnails'), { recursive: true })).filter(name => name.includes('.webp')).sort()
  return { facts, folder, addFile, putFacts, left }
}

it('deletes thumbnails without facts and half-written ones, and keeps the others', async () => {
  const { facts, folder, addFile, putFacts, left } = await openParts()
  const [kept, orphan, unread, half] = [hashOf('0a'), hashOf('0b'), hashOf('fe'), hashOf('ff')]
  for (const hash of [kept, orphan, unread]) await folder.write(hash, Buffer.from('webp'))
  await writeFile(await folder.beside(half), 'we')
  await addFile(kept)
  putFacts(kept, 1)
  await addFile(unread)
  putFacts(unread, 0)
  expect(await sweepThumbnails(folder, facts, never)).toEqual({ deleted: 3, forgotten: 0 })
  expect(await left()).toEqual([`0a/0a/${kept}.webp`])
  expect(await sweepThumbnails(folder, facts, never)).toEqual({ deleted: 0, forgotten: 0 })
})

it('skips the sweep without thumbnails', async () => {
  const { facts, folder, addFile, putFacts } = await openParts()
  await addFile(hashOf('0a'))
  putFacts(hashOf('0a'), 0)
  const list = vi.spyOn(folder, 'list')
  expect(await sweepThumbnails(folder, facts, never)).toEqual({ deleted: 0, forgotten: 0 })
  expect(list).not.toHaveBeenCalled()
})

it('forgets the facts of a file whose thumbnail is missing', async () => {
  const { facts, folder, addFile, putFacts } = await openParts()
  const [missing, without] = [hashOf('0a'), hashOf('0b')]
  for (const hash of [missing, without]) await addFile(hash)
  putFacts(missing, 1)
  putFacts(without, 0)
  expect(await sweepThumbnails(folder, facts, never)).toEqual({ deleted: 0, forgotten: 1 })
  expect([...(await facts.find([missing, without])).keys()]).toEqual([without])
})

it('stores no facts of a deleted file', async () => {
  const { putFacts, addFile } = await openParts()
  expect(putFacts(hashOf('0a'), 1)).toBe(false)
  await addFile(hashOf('0a'))
  expect(putFacts(hashOf('0a'), 1)).toBe(true)
})
