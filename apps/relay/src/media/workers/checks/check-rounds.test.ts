import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { AuditLog, atTheServer } from '../../../audit/audit-log.ts'
import { AdminDatabase } from '../../../database/admin-database.ts'
import { RelayDatabase } from '../../../database/relay-database.ts'
import { CheckStore } from '../../library/files/check-store.ts'
import { SqliteFileIndex } from '../../library/files/file-index-store.ts'
import type { BlobStore } from '../../library/stores/blob-store.ts'
import { DiskStore } from '../../library/stores/disk-store.ts'
import { CheckRounds, type CheckRoundsParts } from './check-rounds.ts'

const daySeconds = 86_400
const logger = createLogger({ name: 'test', level: 'silent' })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type World = Awaited<ReturnType<typeof openWorld>>
let world: World
beforeEach(async () => {
  world = await openWorld()
})

async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-checks-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  const adminDatabase = await AdminDatabase.open(join(folder, 'admin.db'))
  const rounds: CheckRounds[] = []
  onTestFinished(async () => {
    await rounds.at(-1)?.close()
    await database.close()
    await adminDatabase.close()
    await rm(folder, { recursive: true })
  })
  const media = join(folder, 'media')
  const disk = await DiskStore.open(media)
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const clock = { seconds: 1_800_000_000 }
  const s3: { answer: () => Promise<Readable> } = { answer: async () => Readable.from([]) }
  const read: string[] = []
  const watched = (store: Pick<BlobStore, 'open'>) =>
    ({
      open: (hash: string) => {
        read.push(hash)
        return store.open(hash)
      },
    }) as BlobStore
  const bucket = watched({ open: async () => ({ stream: () => s3.answer(), close: async () => {} }) })
  const stores = { disk, of: (name: string) => (name === 'disk' ? watched(disk) : bucket) }
  const begin = (pace: CheckRoundsParts['pace'] = { bytesPerSecond: 1e12, restMs: 0 }) => {
    const begun = new CheckRounds({
      checks: new CheckStore(database),
      stores,
      adminDatabase,
      pace,
      logger,
      audit: new AuditLog(adminDatabase, () => clock.seconds * 1000, logger),
      linkTo: hash => `/link/${hash}`,
      rounds: new Rounds({ now: () => clock.seconds * 1000, logger }),
      onChange: () => {},
      now: () => clock.seconds * 1000,
    })
    rounds.push(begun)
    return begun
  }
  async function upload(file: { hash: string; bytes: Buffer }, daysAgo = 0, store: 'disk' | 's3' = 'disk') {
    const { hash, bytes } = file
    if (store === 'disk') {
      const incoming = await disk.receive()
      await incoming.handle.writeFile(bytes)
      await disk.put(incoming, hash)
    }
    const uploadedAt = clock.seconds - daysAgo * daySeconds
    await index.add({ hash, mime: 'text/plain', bytes: 1000, name: 'a.txt', store, uploadedAt }, 'a'.repeat(64))
    return file
  }
  return {
    media,
    index,
    clock,
    s3,
    read,
    begin,
    rounds: begin(),
    pathOf: (hash: string) => join(media, hash.slice(0, 2), hash.slice(2, 4), hash),
    upload,
    async add(daysAgo: number, store: 'disk' | 's3' = 'disk') {
      const bytes = randomBytes(1000)
      return upload({ hash: sha256(bytes), bytes }, daysAgo, store)
    },
  }
}

async function found() {
  const { findings } = await world.rounds.show()
  return Object.fromEntries(findings.map(({ hash, what }) => [hash, what]))
}

it('a round reads each file once, the one checked the longest ago first, and finds what is missing or damaged', async () => {
  const [young, old, middle] = [await world.add(1), await world.add(9), await world.add(5)]
  await writeFile(
    world.pathOf(old.hash),
    old.bytes.map(byte => byte ^ 1),
  )
  await rm(world.pathOf(middle.hash))
  await world.rounds.look()
  expect([...new Set(world.read)]).toEqual([old.hash, middle.hash, young.hash])
  expect(await world.rounds.show()).toMatchObject({
    round: { files: 3, bytes: 3000, filesDone: 3, bytesDone: 3000, endedAt: expect.any(String) },
    total: 2,
    waitsFor: [],
  })
  expect(await found()).toEqual({ [old.hash]: 'damaged', [middle.hash]: 'missing' })
  const { findings } = await world.rounds.show()
  expect(findings.map(({ what, link }) => [what, link]).sort()).toEqual([
    ['damaged', `/link/${old.hash}`],
    ['missing', null],
  ])
})

it('the next round begins after 30 days, or when asked; one at a time', async () => {
  await world.add(1)
  await world.rounds.look()
  await world.rounds.look()
  world.clock.seconds += 29 * daySeconds
  await world.rounds.look()
  expect(world.read).toHaveLength(1)
  world.clock.seconds += daySeconds
  await world.rounds.look()
  expect(world.read).toHaveLength(2)
  const asked = world.rounds.begin(atTheServer)
  await expect(asked).resolves.toMatchObject({ round: { files: 1, filesDone: 0 } })
  await expect(world.rounds.begin(atTheServer)).rejects.toMatchObject({ code: 'conflict' })
  await expect.poll(() => world.read.length).toBe(3)
})

it('clears findings of files that were restored, trashed or uploaded again, and checks those first', async () => {
  const [back, trashed, mended, good] = [await world.add(1), await world.add(2), await world.add(3), await world.add(9)]
  for (const { hash } of [back, trashed, mended]) await rm(world.pathOf(hash))
  await world.rounds.look()
  expect(await world.rounds.countFindings()).toBe(3)
  await world.index.trash([trashed.hash], { at: world.clock.seconds, job: null, by: null })
  await world.upload(mended)
  expect(await found()).toEqual({ [back.hash]: 'missing' })
  await writeFile(world.pathOf(back.hash), back.bytes)
  world.read.length = 0
  await world.rounds.begin(atTheServer)
  await expect.poll(async () => (await world.rounds.show()).round?.endedAt).not.toBeNull()
  expect(await found()).toEqual({})
  expect(world.read[0]).toBe(back.hash)
  expect(world.read).toContain(good.hash)
  expect(world.read).not.toContain(trashed.hash)
})

it('a round waits while S3 or the disk cannot be reached, without findings, and continues after a restart', async () => {
  const [onDisk, inS3] = [await world.add(1), await world.add(2, 's3')]
  world.s3.answer = () => Promise.reject(new ApiError('unavailable', fileMessages.storeUnavailable))
  await rename(world.media, `${world.media}-away`)
  await world.rounds.look()
  expect(await world.rounds.show()).toMatchObject({ waitsFor: ['disk', 's3'], total: 0, round: { filesDone: 0 } })
  await rename(`${world.media}-away`, world.media)
  await world.rounds.look()
  expect(await world.rounds.show()).toMatchObject({ waitsFor: ['s3'], round: { filesDone: 1, endedAt: null } })
  await world.rounds.close()
  world.rounds = world.begin()
  world.read.length = 0
  // Half of the content, then the connection breaks; then the whole.
  world.s3.answer = async () => brokenOff(inS3.bytes.subarray(0, 500))
  await world.rounds.look()
  expect(await world.rounds.show()).toMatchObject({ waitsFor: ['s3'], total: 0 })
  world.s3.answer = async () => Readable.from([inS3.bytes])
  await world.rounds.look()
  expect(await world.rounds.show()).toMatchObject({ waitsFor: [], total: 0, round: { files: 2, filesDone: 2 } })
  expect(world.read).not.toContain(onDisk.hash)
})

it('reports a file as damaged where a folder has its name, and checks the files after it', async () => {
  const [folder, good] = [await world.add(2), await world.add(1)]
  await rm(world.pathOf(folder.hash))
  await mkdir(world.pathOf(folder.hash))
  await world.rounds.look()
  expect(await found()).toEqual({ [folder.hash]: 'damaged' })
  expect(world.read).toContain(good.hash)
})

it('limits its reading speed, and stops immediately', async () => {
  for (let number = 0; number < 5; number++) await world.add(number)
  await world.rounds.close()
  world.rounds = world.begin({ bytesPerSecond: 20_000, restMs: 0 })
  const began = performance.now()
  await world.rounds.look()
  expect(performance.now() - began).toBeGreaterThan(240)
  await world.rounds.close()
  world.clock.seconds += 30 * daySeconds
  world.rounds = world.begin({ bytesPerSecond: 1, restMs: 0 })
  const looking = world.rounds.look()
  await expect.poll(() => world.read.length).toBeGreaterThan(5)
  await world.rounds.close()
  await looking
  expect(await world.rounds.show()).toMatchObject({ round: { endedAt: null } })
})

async function* halfOf(bytes: Uint8Array) {
  yield bytes
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
const brokenOff = (bytes: Uint8Array) => Readable.from(halfOf(bytes))
