import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLogger } from '@hornets/server/process/logger'
import { expect, onTestFinished, test } from 'vitest'
import { RelayDatabase } from '../../database/relay-database.ts'
import { Authorizer } from './authorization.ts'
import { SqliteFileIndex } from './files/file-index-store.ts'
import { KeyedMutex } from './files/keyed-mutex.ts'
import { mediaLimits } from './limits.ts'
import { MediaService } from './media-service.ts'
import { DiskStore } from './stores/disk-store.ts'
import { FileStores } from './stores/file-stores.ts'
import { TargetStore } from './stores/target-store.ts'
import { UploadSlots } from './uploads/upload-slots.ts'

const hash = '0'.repeat(64)

async function openService(change: (files: DiskStore) => void, fetch?: () => Promise<never>) {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-service-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const files = await DiskStore.open(join(folder, 'media'))
  change(files)
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const service = new MediaService({
    authorizer: new Authorizer({ verifyEvent: async () => true, isOurServer: () => true, now: Date.now }),
    stores: await FileStores.open({ disk: files, s3: undefined, targets: new TargetStore(database) }),
    locks: new KeyedMutex(),
    index,
    checks: { hasFinding: async () => false },
    judgeReading: () => null,
    judge: () => null,
    onFetch: () => {},
    remoteFiles: {
      open:
        fetch ??
        (() => {
          throw new Error('nothing is fetched here')
        }),
    },
    count: () => () => {},
    dayQuota: { claim: () => () => {} },
    onNew: () => {},
    held: { isHidden: () => false, isPending: () => false, beforeNew: async () => {} },
    onGone: () => {},
    slots: new UploadSlots({ uploadsMax: 1, uploadsPerAddressMax: 1 }),
    limits: mediaLimits,
    freeSpace: { hasRoomFor: () => true, isTight: () => false, note: () => {} },
    quota: {
      limitsOf: () => ({ status: 'free', isOwn: false, totalBytes: null, files: null, fileBytes: 1000, days: null }),
      isLimited: () => false,
      assertRoom: async () => {},
    },
    bans: { assertAllowed: async () => {}, assertUnlike: async () => {} },
    now: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  return { service, index }
}

function offer(name: string) {
  const now = Math.floor(Date.now() / 1000)
  const tags = [
    ['t', 'upload'],
    ['expiration', String(now + 60)],
    ['x', name],
  ]
  const event = { id: hash, pubkey: hash, created_at: now, kind: 24242, tags, content: '', sig: hash + hash }
  const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
  return { authorization, host: undefined, hash: null, mime: null, bytes: null }
}

async function* body(text: string) {
  yield Buffer.from(text)
}

const helloHash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

test.runIf(process.platform === 'linux')(
  'a disk that fills up in the middle is reported as full, and the slot is free',
  async () => {
    const { service, index } = await openService(files => {
      files.receive = async () => ({ path: '/nonexistent', handle: await open('/dev/full', 'w') })
    })
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(service.upload(offer(helloHash), body('hello'), 'a')).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The relay has no space left for files',
      })
    expect(await index.find(helloHash)).toBeNull()
  },
)

test('takes a slot before contacting a mirrored server, and frees it on failure', async () => {
  let asked = 0
  const { promise: never, reject } = Promise.withResolvers<never>()
  const { service } = await openService(
    () => {},
    () => {
      asked += 1
      return never
    },
  )
  const mirror = () => service.mirror(offer(helloHash), 'https://other.example/a', 'a')
  const first = mirror()
  await expect.poll(() => asked).toBe(1)
  await expect(mirror()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked).toBe(1)
  reject(new Error('the other server is away'))
  await expect(first).rejects.toThrow('the other server is away')
  await expect(mirror()).rejects.toThrow('the other server is away')
  expect(asked).toBe(2)
})

test('a file whose content cannot be landed gets no row', async () => {
  const { service, index } = await openService(files => {
    files.put = async () => {
      throw new Error('the disk is gone')
    }
  })
  await expect(service.upload(offer(helloHash), body('hello'), 'a')).rejects.toThrow('the disk is gone')
  expect(await index.find(helloHash)).toBeNull()
})

test('a file that has vanished from the disk is not found, and comes back with the next upload', async () => {
  let files: DiskStore | undefined
  const { service } = await openService(opened => {
    files = opened
  })
  await service.upload(offer(helloHash), body('hello'), 'a')
  await files?.remove(helloHash)
  expect(await service.open(helloHash)).toBeNull()
  await service.upload(offer(helloHash), body('hello'), 'a')
  const blob = await service.open(helloHash)
  expect(blob && (await text(await blob.content.stream()))).toBe('hello')
})
