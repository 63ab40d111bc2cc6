import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@hornets/server/process/logger'
import { getToken } from 'nostr-tools/nip98'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BanGuard } from '../../src/media/bans/ban-guard.ts'
import { BanStore } from '../../src/media/bans/ban-store.ts'
import { SimilarStore } from '../../src/media/bans/similar-store.ts'
import { SqliteFileIndex } from '../../src/media/files/file-store.ts'
import { printsOf } from '../../src/media/similarity/image-print.ts'
import { PrintStore } from '../../src/media/similarity/print-store.ts'
import { rasterOf } from '../../src/media/similarity/raster.ts'
import { DiskStore } from '../../src/media/stores/disk-store.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()
const judge = { pubkey: person().pubkey, address: null }
const banned = [403, 'This file is banned on this relay']
const alike = [403, 'This image looks the same as one that is banned on this relay']

beforeAll(async () => {
  world = await openMediaWorld({ maxKb: 4096, allowsAddress: () => true })
})
afterAll(() => world.close())

const bans = () => world.media.manager.bans
const put = (bytes: Buffer, owner = alice) => world.put(bytes, owner.header('upload', [sha256(bytes)]))
const told = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('x-reason')]
}
const isServed = async (bytes: Buffer) => (await fetch(`${world.url}/${sha256(bytes)}`, { method: 'HEAD' })).ok
async function keep(bytes: Buffer, owner = alice): Promise<string> {
  expect((await put(bytes, owner)).ok).toBe(true)
  await world.media.thumbnails.settled()
  return sha256(bytes)
}
async function* chunks(bytes: Buffer) {
  yield bytes
}

/** A picture with 12 × 12 spots, whose places and shades follow from the seed. */
function picture(seed: number, { width = 600, quality = 90 } = {}): Promise<Buffer> {
  let state = seed
  const spots = Buffer.from(
    Array.from({ length: 144 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    }),
  )
  return sharp(spots, { raw: { width: 12, height: 12, channels: 1 } })
    .resize(width, width, { kernel: 'cubic' })
    .jpeg({ quality })
    .toBuffer()
}
const flat = (shade: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: shade } })
    .png()
    .toBuffer()

/** What senders do to a picture. */
const senders: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['mirrored', image => image.flop()],
  ['a quarter turn', image => image.rotate(90)],
  ['with a border', image => image.extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#fff' })],
  ['3 % cut from each side', image => image.extract({ left: 18, top: 18, width: 564, height: 564 })],
  ['darker by a quarter', image => image.modulate({ brightness: 0.75 })],
]

describe('a banned file', () => {
  it('goes to the trash and comes back on no way in, until it is unbanned', async () => {
    const bytes = await picture(1)
    const hash = await keep(bytes)
    await keep(bytes, bob)
    expect(await bans().ban({ hashes: [hash], reason: 'Stolen' }, judge)).toEqual({ banned: 1, deleted: 1 })
    expect(await isServed(bytes)).toBe(false)

    expect(await told(put(bytes))).toEqual(banned)
    expect(await told(put(bytes, bob))).toEqual(banned)
    const announced = { 'x-sha-256': hash, 'x-content-type': 'image/jpeg', 'x-content-length': `${bytes.length}` }
    const headers = { ...announced, authorization: alice.header('upload', [hash]) }
    expect(await told(fetch(`${world.url}/upload`, { method: 'HEAD', headers }))).toEqual(banned)
    expect(await told(mirror(bytes))).toEqual(banned)
    expect(await sendForm(bytes)).toEqual([...banned, { status: 'error', message: banned[1] }])
    const optimise = { ...headers, authorization: alice.header('media', [hash]) }
    const body = bytes as Buffer<ArrayBuffer>
    expect(await told(fetch(`${world.url}/media`, { method: 'PUT', body, headers: optimise }))).toEqual(banned)
    const unannounced = { authorization: optimise.authorization, 'content-type': 'image/jpeg' }
    expect(await told(fetch(`${world.url}/media`, { method: 'PUT', body, headers: unannounced }))).toEqual(banned)
    const offer = { hash: null, mime: 'image/jpeg', bytes: null }
    const { editor } = world.media.manager
    await expect(editor.upload(offer, chunks(bytes), judge)).rejects.toMatchObject({ message: banned[1] })
    await expect(editor.restore([hash], judge)).rejects.toMatchObject({ code: 'conflict', message: banned[1] })
    expect(await isServed(bytes)).toBe(false)

    // Gone for good, it is banned all the same, also after a restart.
    await world.media.service.purge([hash])
    await world.restart()
    expect(await told(put(bytes))).toEqual(banned)
    expect((await world.filesOnDisk()).filter(name => name.includes(hash))).toEqual([])

    await bans().unban(hash, judge)
    expect((await put(bytes)).status).toBe(201)
    await expect(bans().unban(hash, judge)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('includes files that an admin deleted, until they are restored or unbanned', async () => {
    const [one, other] = [png(510), png(511)]
    const hashes = [await keep(one), await keep(other)]
    const { editor, jobs } = world.media.manager
    await editor.trash(hashes.slice(0, 1), judge)
    const job = await jobs.start('trash', { hashes: hashes.slice(1) }, judge)
    await jobs.settled()
    for (const bytes of [one, other])
      for (const stranger of [alice, bob]) expect(await told(put(bytes, stranger))).toEqual(banned)
    const listedBans = (await bans().list({ limit: 2, offset: 0 })).bans
    expect(listedBans.map(({ hash, reason, by }) => ({ hash, reason, by }))).toEqual(
      expect.arrayContaining(hashes.map(hash => ({ hash, reason: '', by: judge.pubkey }))),
    )
    // Restored, nothing of the deletion stays.
    await editor.restore(hashes.slice(0, 1), judge)
    await jobs.undo(job.id, judge)
    await jobs.settled()
    for (const bytes of [one, other]) {
      expect(await isServed(bytes)).toBe(true)
      expect((await put(bytes, bob)).ok).toBe(true)
    }
    // Deleted permanently, it stays away all the same.
    await editor.trash(hashes, judge)
    await world.media.service.purge(hashes)
    expect(await told(put(one))).toEqual(banned)
    await bans().unban(hashes[0] ?? '', judge)
    expect((await put(one)).status).toBe(201)
    // A reason given before or after counts more than the deletion.
    await bans().ban({ hashes: hashes.slice(0, 1), reason: 'Spam' }, judge)
    await expect(editor.restore(hashes.slice(0, 1), judge)).rejects.toMatchObject({ code: 'conflict' })
    await bans().unban(hashes[0] ?? '', judge)
    await bans().unban(hashes[1] ?? '', judge)
  })

  it('is not restored with others, nor by undoing the job that deleted it', async () => {
    const [one, other] = [png(500), png(501)]
    const hashes = [await keep(one), await keep(other)]
    const { jobs, editor } = world.media.manager
    const job = await jobs.start('trash', { hashes }, judge)
    await jobs.settled()
    expect(await bans().ban({ hashes: hashes.slice(0, 1), reason: 'Spam' }, judge)).toEqual({ banned: 1, deleted: 0 })
    await jobs.undo(job.id, judge)
    await jobs.settled()
    expect([await isServed(one), await isServed(other)]).toEqual([false, true])
    await editor.trash(hashes, judge)
    expect(await editor.restore(hashes, judge)).toBe(1)
    await jobs.start('restore', { filter: { status: 'trashed' }, except: [] }, judge).then(() => jobs.settled())
    expect([await isServed(one), await isServed(other)]).toEqual([false, true])
  })

  it('that is banned while its upload is being kept leaves no content', async () => {
    const bytes = png(600)
    const hash = sha256(bytes)
    const land = DiskStore.prototype.put
    const landing = vi.spyOn(DiskStore.prototype, 'put').mockImplementation(async function (this: DiskStore, ...given) {
      await land.apply(this, given)
      await bans().ban({ hashes: [hash], reason: 'Late' }, judge)
    })
    onTestFinished(() => landing.mockRestore())
    expect(await told(put(bytes))).toEqual(banned)
    expect((await world.filesOnDisk()).filter(name => name.includes(hash))).toEqual([])
  })

  it('need not be stored; the list says who banned it, when and why', async () => {
    const bytes = png(700)
    const hash = sha256(bytes)
    expect(await bans().ban({ hashes: [hash, hash], reason: 'Known elsewhere' }, judge)).toEqual({
      ...{ banned: 1, deleted: 0 },
    })
    expect(await told(put(bytes))).toEqual(banned)
    const { bans: listed, total } = await bans().list({ limit: 100, offset: 0 })
    expect(listed).toHaveLength(total)
    expect(listed.find(ban => ban.hash === hash)).toMatchObject({
      ...{ reason: 'Known elsewhere', by: judge.pubkey, alike: false, file: null },
    })
    expect(await bans().list({ limit: 1, offset: total })).toEqual({ bans: [], total })
    const rows = await world.adminDatabase.reads
      .selectFrom('audit_log')
      .selectAll()
      .where('target', '=', hash)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['files.ban'])
  })
})

describe('near copies', () => {
  it('are found with their distance, without others and without plain pictures', async () => {
    const hash = await keep(await picture(2))
    const smaller = await keep(await picture(2, { width: 400, quality: 60 }), bob)
    const worse = await keep(await picture(2, { quality: 20 }))
    await keep(await picture(3))
    const grey = await keep(await flat('#888'))
    await keep(await flat('#887'))
    const { files, comparable, total, refused, waiting } = await bans().near(hash)
    expect([comparable, total, refused, waiting]).toEqual([true, 2, 2, 0])
    expect(files.map(({ file }) => file.Hash).sort()).toEqual([smaller, worse].sort())
    expect(files.every(file => file.distance <= 31 && file.refused)).toBe(true)
    expect(files.find(({ file }) => file.Hash === smaller)?.file.Owner).toBe(bob.pubkey)
    const none = { files: [], comparable: false, total: 0, refused: 0, waiting: 0 }
    expect(await bans().near(grey)).toEqual(none)
    await expect(bans().ban({ hashes: [grey], reason: 'Grey', near: grey }, judge)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('cannot be compared') },
    })
    const { editor } = world.media.manager
    await editor.trash([smaller], judge)
    expect((await bans().near(hash)).files.map(({ file }) => file.Hash)).toEqual([worse])
  })

  it('of a banned picture are refused if the ban says so, except those that were kept', async () => {
    const hash = await keep(await picture(4))
    const kept = await picture(4, { quality: 50 })
    await keep(kept)
    await bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const copy = await picture(4, { width: 450 })
    expect(await told(put(copy))).toEqual(alike)
    expect(await told(mirror(copy))).toEqual(alike)
    expect(await sendForm(copy)).toEqual([...alike, { status: 'error', message: alike[1] }])
    expect((await world.filesOnDisk()).filter(name => name.includes(sha256(copy)))).toEqual([])
    expect((await put(kept, bob)).status).toBe(200)
    expect((await put(await picture(5))).status).toBe(201)
    expect((await put(await flat('#123'))).status).toBe(201)

    await world.restart()
    expect(await told(put(copy))).toEqual(alike)
    await bans().unban(hash, judge)
    expect((await put(copy)).status).toBe(201)
  })

  it.each(senders)('of a banned picture are refused: %s', async (_name, change) => {
    const original = await picture(8)
    const hash = sha256(original)
    await keep(original)
    await bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    onTestFinished(() => bans().unban(hash, judge))
    expect(await told(put(await change(sharp(original)).jpeg().toBuffer()))).toEqual(alike)
  })

  it('let in no image that cannot be read while such a ban exists, and other files', async () => {
    const own = await openMediaWorld({ maxKb: 4096 })
    onTestFinished(() => own.close())
    const send = async (bytes: Buffer, type = 'image/png') => {
      const { status, headers } = await own.put(bytes, alice.header('upload', [sha256(bytes)]), {
        'content-type': type,
      })
      return [status, headers.get('x-reason')]
    }
    const [shown, stored] = [await picture(70), png(600)]
    for (const bytes of [shown, stored]) expect((await send(bytes))[0]).toBe(201)
    await own.media.thumbnails.settled()
    const ban = { hashes: [sha256(shown)], reason: 'Spam' }
    await own.media.manager.bans.ban(ban, judge)
    expect((await send(png(601)))[0], 'a ban of one file alone').toBe(201)
    await own.media.manager.bans.ban({ ...ban, near: sha256(shown) }, judge)
    const unreadable = 'This image cannot be read here, so it cannot be compared with banned ones'
    const cut = (await picture(70, { quality: 40 })).subarray(0, 200)
    expect(await send(png(602))).toEqual([422, unreadable])
    expect(await send(cut, 'image/jpeg')).toEqual([422, unreadable])
    expect((await own.filesOnDisk()).some(name => name.includes(sha256(cut)))).toBe(false)
    expect((await send(stored))[0], 'stored before').toBe(200)
    expect((await send(Buffer.from('a note'), 'text/plain'))[0]).toBe(201)
    expect((await send(await picture(71)))[0]).toBe(201)
  })

  it('that were refused are listed beside the banned picture and come in once allowed', async () => {
    const hash = await keep(await picture(9))
    await bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const copy = await picture(9, { width: 450 })
    const name = sha256(copy)
    expect(await told(put(copy))).toEqual(alike)
    expect(await told(put(copy, bob))).toEqual(alike)
    const { similar } = world.media.manager
    const listed = async () => (await similar.list({ limit: 100, offset: 0 })).files.find(file => file.hash === name)
    const refusal = await listed()
    expect(refusal).toMatchObject({
      ...{ refused: true, uploader: bob.pubkey, tries: 2, bytes: copy.length, file: null },
      banned: { hash, reason: 'Fake', file: { Hash: hash } },
    })
    expect((await sharp(Buffer.from(refusal?.thumbnail ?? '', 'base64')).metadata()).width).toBe(320)

    await similar.allow(name, judge)
    expect(await listed()).toBeUndefined()
    expect((await put(copy)).status).toBe(201)
    expect(await told(put(await picture(9, { width: 500 })))).toEqual(alike)
    await expect(similar.allow(name, judge)).rejects.toMatchObject({ code: 'not_found' })
    await bans().unban(hash, judge)
    const kept = await world.database.reads
      .selectFrom('similar_files')
      .select('hash')
      .where('banned', '=', hash)
      .execute()
    expect(kept).toEqual([{ hash: name }])
    const rows = await world.adminDatabase.reads
      .selectFrom('audit_log')
      .select('action')
      .where('target', '=', name)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['files.allow'])
  })

  it('that are known only after they were stored are moved to the trash, and come back once allowed', async () => {
    const hash = await keep(await picture(7))
    await bans().ban({ hashes: [hash], reason: 'Film', near: hash }, judge)
    const film = randomBytes(800)
    const name = await keep(film)
    const guard = await openGuard()
    await guard.review(name, printsOf(await rasterFrom(await picture(70))))
    expect(await isServed(film)).toBe(true)
    await guard.review(name, printsOf(await rasterFrom(await picture(7, { width: 300 }))))
    expect(await isServed(film)).toBe(false)
    expect(await told(put(film))).toEqual(banned)
    await world.media.manager.similar.allow(name, judge)
    expect(await isServed(film)).toBe(true)
  })

  it('that are near but not the same are let in and put before moderators', async () => {
    const hash = await keep(await picture(10))
    await bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const other = randomBytes(810)
    const name = await keep(other)
    const guard = await openGuard()
    // The same hash, but another shape than its copies have.
    const prints = printsOf(await rasterFrom(await picture(10))).map(print => ({ ...print, ratio: 2 }))
    await guard.review(name, prints)
    expect(await isServed(other)).toBe(true)
    const { similar } = world.media.manager
    const { files } = await similar.list({ limit: 100, offset: 0 })
    expect(files.find(file => file.hash === name)).toMatchObject({ refused: false, file: { Hash: name } })
    await similar.allow(name, judge)
    const left = await similar.list({ limit: 100, offset: 0 })
    expect(left.files.find(file => file.hash === name)).toBeUndefined()
  })

  it('are compared in the background where files and bans are older than the hashes', async () => {
    const hash = await keep(await picture(11))
    const near = await keep(await picture(11, { quality: 40 }))
    const old = await keep(await picture(12))
    await bans().ban({ hashes: [old], reason: 'Old', near: old }, judge)
    await world.database.transactWhenFree(tx => {
      tx.run('DELETE FROM file_prints')
      tx.run('DELETE FROM ban_prints')
    })
    expect((await bans().near(hash)).waiting).toBeGreaterThan(1)
    await world.restart()
    await world.media.prints.settled()
    const { files, waiting } = await bans().near(hash)
    expect([files.map(({ file }) => file.Hash), waiting]).toEqual([[near], 0])
    expect(await told(put(await picture(12, { width: 400 })))).toEqual(alike)
  })
})

/** A guard as the relay opens it. */
function openGuard() {
  return BanGuard.open({
    ...{ store: new BanStore(world.database), prints: new PrintStore(world.database) },
    ...{ similar: new SimilarStore(world.database), now: Date.now, read: async () => 'none' as const },
    index: new SqliteFileIndex(world.database, world.statistics.tally),
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
}
const rasterFrom = (bytes: Buffer) => rasterOf(sharp(bytes))

/** Has the relay fetch these bytes from another server. */
async function mirror(bytes: Buffer): Promise<Response> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'image/jpeg').end(bytes))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`${world.url}/mirror`, {
      method: 'PUT',
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/a.jpg` }),
      headers: { authorization: alice.header('upload', [sha256(bytes)]) },
    })
  } finally {
    server.close()
  }
}

/** Uploads as older clients do (NIP-96): status, reason and what the body says. */
async function sendForm(bytes: Buffer) {
  const url = `${world.url}/nip96`
  const form = new FormData()
  form.append('file', new Blob([bytes as Buffer<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg')
  const authorization = await getToken(url, 'POST', event => alice.signer(event), true)
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form })
  const { status, message } = (await answer.json()) as { status: string; message: string }
  return [answer.status, answer.headers.get('x-reason'), { status, message }]
}
