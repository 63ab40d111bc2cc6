import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploaderOf } from '../../src/media/library/uploads/upload-offer.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()
const dayMs = 86_400_000

beforeEach(async () => {
  world = await openMediaWorld({ maxKb: 256, restMs: 0 })
})
afterEach(() => world.close())

const limit = (limits: Partial<(typeof world)['limits']['fileLimits'] & object>) => {
  world.limits.fileLimits = { free: {}, paid: {}, member: {}, blocked: {}, ...limits }
}
const put = (owner: typeof alice, bytes: Buffer) => world.put(bytes, owner.header('upload', [sha256(bytes)]))
async function keep(owner: typeof alice, bytes: Buffer): Promise<string> {
  expect((await put(owner, bytes)).ok).toBe(true)
  return sha256(bytes)
}
const refusal = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('x-reason')]
}
const isServed = async (hash: string) => (await fetch(`${world.url}/${hash}`, { method: 'HEAD' })).ok
const listed = async ({ pubkey }: typeof alice) =>
  ((await (await fetch(`${world.url}/list/${pubkey}`)).json()) as { sha256: string }[]).map(({ sha256 }) => sha256)

describe('an upload beyond what the key can keep', () => {
  const full = 'restricted: free uploads are limited to 3 KB; this upload is 1 KB over, '
  const toPay = 'please delete some or subscribe at https://relay.example/subscribe'

  test('is refused with what is missing and where to pay, before its body and after (BLOSSOM-04)', async () => {
    limit({ free: { total: '3 KB' } })
    const first = png(2048)
    await keep(alice, first)
    const next = png(2048)
    const headers = { authorization: alice.header('upload', [sha256(next)]), 'x-sha-256': sha256(next) }
    const asked = { ...headers, 'x-content-type': 'image/png', 'x-content-length': '2048' }
    expect(await refusal(fetch(`${world.url}/upload`, { method: 'HEAD', headers: asked }))).toEqual([403, full + toPay])
    expect(await refusal(put(alice, next))).toEqual([403, full + toPay])
    const unsaid = new Blob([new Uint8Array(next)]).stream()
    const streamed = { method: 'PUT', headers, body: unsaid, duplex: 'half' } as RequestInit
    expect(await refusal(fetch(`${world.url}/upload`, streamed))).toEqual([403, full + toPay])
    expect(await world.filesOnDisk()).toHaveLength(1)
    // The same file takes no further room, and others have their own.
    const again = { 'x-sha-256': sha256(first) }
    expect((await world.put(first, alice.header('upload', [sha256(first)]), again)).status).toBe(200)
    expect((await put(bob, next)).status).toBe(201)
    expect(await refusal(put(alice, next))).toEqual([403, full + toPay])
  })

  test('is refused by the number of files; a deleted one makes room', async () => {
    limit({ free: { files: 1 } })
    const hash = await keep(alice, png(100))
    expect(await refusal(put(alice, png(101)))).toEqual([
      403,
      `restricted: free uploads can keep 1 files here, ${toPay}`,
    ])
    await world.media.manager.editor.trash([hash], { pubkey: null, address: null })
    expect((await put(alice, png(102))).status).toBe(201)
  })

  test('is limited by its own size per status', async () => {
    limit({ free: { maxfile: '1 KB' }, member: { maxfile: '2 KB' } })
    const tooLarge = 'The file is too large: at most 1 KB, or more with a subscription: https://relay.example/subscribe'
    expect(await refusal(put(alice, png(1025)))).toEqual([413, tooLarge])
    world.statuses.set(alice.pubkey, 'member')
    expect((await put(alice, png(1025))).status).toBe(201)
    expect(await refusal(put(alice, png(2049)))).toEqual([413, 'The file is too large: at most 2 KB'])
  })

  test('is refused once, when two that fit alone come at the same time (SAFE-04)', async () => {
    limit({ free: { total: '3 KB' } })
    const statuses = (await Promise.all([put(alice, png(2000)), put(alice, png(2001))])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 403])
    expect(await world.filesOnDisk()).toHaveLength(1)
  })
})

describe('when the retention of a status ends', () => {
  const later = (days: number) => {
    world.clock.now = () => Date.now() + days * dayMs
  }

  test('moves a file to the trash, and keeps it after an admin restores it', async () => {
    limit({ free: { days: 30 }, paid: { days: 90 } })
    world.statuses.set(bob.pubkey, 'paid')
    const hash = await keep(alice, png(100))
    const paid = await keep(bob, png(101))
    later(29)
    expect(await world.media.keeper.look()).toEqual({ files: 0, bytes: 0 })
    later(31)
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 100 })
    expect(await isServed(hash)).toBe(false)
    expect(await isServed(paid)).toBe(true)
    await world.media.manager.editor.restore([hash], { pubkey: null, address: null })
    expect(await world.media.keeper.look()).toEqual({ files: 0, bytes: 0 })
    expect(await isServed(hash)).toBe(true)
    // A subscription that has ended gives no more days.
    world.statuses.delete(bob.pubkey)
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 101 })
    const log = await world.adminDatabase.reads.selectFrom('audit_log').select('action').execute()
    expect(log.filter(({ action }) => action === 'files.expire')).toHaveLength(2)
  })

  test('begin again for a file that its owner uploads again from the trash', async () => {
    limit({ free: { days: 30 } })
    const bytes = png(100)
    const hash = await keep(alice, bytes)
    later(31)
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 100 })
    const offer = { hash, mime: 'image/png', bytes: bytes.length }
    const body = Readable.from([bytes])[Symbol.asyncIterator]()
    await world.media.service.uploadFor(uploaderOf(alice.pubkey), offer, body, '192.0.2.1')
    expect(await world.media.keeper.look()).toEqual({ files: 0, bytes: 0 })
    later(60)
    expect(await world.media.keeper.look()).toEqual({ files: 0, bytes: 0 })
    expect(await isServed(hash)).toBe(true)
    later(62)
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 100 })
  })

  test('prefers size and retention of a tier to those of its status', async () => {
    limit({ paid: { maxfile: '1 KB', days: 1 } })
    world.statuses.set(bob.pubkey, 'paid')
    world.tiers.set(bob.pubkey, { fileBytes: 4096, days: 30 })
    const hash = await keep(bob, png(2048))
    later(2)
    await world.media.keeper.look()
    expect(await isServed(hash)).toBe(true)
    later(31)
    await world.media.keeper.look()
    expect(await isServed(hash)).toBe(false)
  })

  test("keeps a subscription's files until its read-only days end", async () => {
    limit({ free: { days: 1 }, paid: { days: 30 } })
    const hash = await keep(alice, png(100))
    world.keptAsPaid.add(alice.pubkey)
    later(2)
    expect(await world.media.keeper.look()).toEqual({ files: 0, bytes: 0 })
    world.keptAsPaid.delete(alice.pubkey)
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 100 })
    expect(await isServed(hash)).toBe(false)
  })

  test('its owner leaves a shared file to the others', async () => {
    limit({ blocked: { days: 1 } })
    const bytes = png(100)
    const hash = await keep(alice, bytes)
    await keep(bob, bytes)
    world.statuses.set(alice.pubkey, 'blocked')
    later(2)
    await world.media.keeper.look()
    expect(await isServed(hash)).toBe(true)
    expect([await listed(alice), await listed(bob)]).toEqual([[], [hash]])
  })

  test('a file that a stored event uses stays for as long as it is used, if the settings say so', async () => {
    limit({ free: { days: 1 } })
    const hash = await keep(alice, png(100))
    world.used.push({ id: hash, pubkey: hash, kind: 1, created_at: 1, content: hash, tags: [], sig: hash })
    later(2)
    await world.media.keeper.look()
    expect(await isServed(hash)).toBe(true)
    world.used.length = 0
    await world.media.keeper.look()
    expect(await isServed(hash), 'it is looked at again after a week').toBe(true)
    later(10)
    await world.media.keeper.look()
    expect(await isServed(hash)).toBe(false)

    later(0)
    const other = await keep(alice, png(101))
    world.used.push({ id: other, pubkey: other, kind: 1, created_at: 1, content: other, tags: [], sig: other })
    world.limits.keepUsedFiles = false
    later(20)
    await world.media.keeper.look()
    expect(await isServed(other)).toBe(false)
  })

  test('deletes a file without owners', async () => {
    const [hash, owned] = [await keep(alice, png(100)), await keep(bob, png(101))]
    world.database.transact(tx => {
      tx.run('DELETE FROM file_owners WHERE hash = ?', hash)
      tx.run("UPDATE files SET owner = '' WHERE hash = ?", hash)
    })
    expect(await world.media.keeper.look()).toEqual({ files: 1, bytes: 100 })
    expect([await isServed(hash), await isServed(owned)]).toEqual([false, true])
  })
})
