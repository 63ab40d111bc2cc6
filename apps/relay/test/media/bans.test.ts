import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@hornets/server/process/logger'
import { getToken } from 'nostr-tools/nip98'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BanGuard } from '../../src/media/bans/ban-guard.ts'
import { BanStore } from '../../src/media/bans/ban-store.ts'
import { SqliteFileIndex } from '../../src/media/files/file-store.ts'
import { DiskStore } from '../../src/media/stores/disk-store.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()
const judge = { pubkey: person().pubkey, address: null }
const banned = [403, 'This file is banned on this relay']
const alike = [403, 'This picture is nearly the same as one that is banned on this relay']

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
    const { files, comparable, finished } = await bans().near(hash)
    expect([comparable, finished]).toEqual([true, true])
    expect(files.map(({ file }) => file.Hash).sort()).toEqual([smaller, worse].sort())
    expect(files.every(({ distance, refused }) => distance <= 5 && refused)).toBe(true)
    expect(files.find(({ file }) => file.Hash === smaller)?.file.Owner).toBe(bob.pubkey)
    expect(await bans().near(grey)).toEqual({ files: [], comparable: false, finished: true })
    await expect(bans().ban({ hashes: [grey], reason: 'Grey', near: grey }, judge)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('cannot be compared') },
    })
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

  it('whose likeness is known only after they were stored go to the trash then', async () => {
    const hash = await keep(await picture(7))
    const store = new BanStore(world.database)
    const likeness = await store.likenessOf(hash)
    await bans().ban({ hashes: [hash], reason: 'Film', near: hash }, judge)
    const film = png(800)
    await keep(film)
    const index = new SqliteFileIndex(world.database, world.statistics.tally)
    const logger = createLogger({ name: 'test', level: 'silent' })
    const guard = await BanGuard.open({ store, index, readLikeness: async () => null, now: Date.now, logger })
    await guard.review(sha256(film), '0123456789abcdef')
    expect(await isServed(film)).toBe(true)
    await guard.review(sha256(film), likeness)
    expect(await isServed(film)).toBe(false)
    expect(await told(put(film))).toEqual(banned)
  })

  it('are looked for no longer than allowed', async () => {
    const hash = await keep(await picture(6))
    const store = new BanStore(world.database, -1)
    const likeness = await store.likenessOf(hash)
    expect(await store.near(likeness, { within: 64, limit: 5 })).toEqual({ near: [], finished: false })
  })
})

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
