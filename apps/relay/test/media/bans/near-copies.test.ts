import { randomBytes } from 'node:crypto'
import { createLogger } from '@hornets/server/process/logger'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { BanGuard } from '../../../src/media/library/bans/ban-guard.ts'
import { BanStore } from '../../../src/media/library/bans/ban-store.ts'
import { ListedImages } from '../../../src/media/library/bans/listed-images.ts'
import { ListedStore } from '../../../src/media/library/bans/listed-store.ts'
import { SimilarStore } from '../../../src/media/library/bans/similar-store.ts'
import { SqliteFileIndex } from '../../../src/media/library/files/file-index-store.ts'
import { printsOf } from '../../../src/media/library/similarity/image-print.ts'
import { ImagePrints } from '../../../src/media/library/similarity/print-service.ts'
import { PrintStore } from '../../../src/media/library/similarity/print-store.ts'
import { rasterOf } from '../../../src/media/library/similarity/raster.ts'
import { openMediaWorld, png, sha256 } from '../media-world.ts'
import {
  alike,
  type BansWorld,
  banned,
  bob,
  flat,
  judge,
  logo,
  openBansWorld,
  picture,
  screenshot,
  told,
} from './bans-world.ts'

let world: BansWorld
beforeAll(async () => {
  world = await openBansWorld()
})
afterAll(() => world.close())

/** What senders do to a picture. */
const senders: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['mirrored', image => image.flop()],
  ['a quarter turn', image => image.rotate(90)],
  ['with a border', image => image.extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#fff' })],
  ['3 % cut from each side', image => image.extract({ left: 18, top: 18, width: 564, height: 564 })],
  ['darker by a quarter', image => image.modulate({ brightness: 0.75 })],
]

describe('near copies', () => {
  it('are found with their distance, without other or plain images', async () => {
    const hash = await world.keep(await picture(2))
    const smaller = await world.keep(await picture(2, { width: 400, quality: 60 }), bob)
    const worse = await world.keep(await picture(2, { quality: 20 }))
    await world.keep(await picture(3))
    const grey = await world.keep(await flat('#888'))
    await world.keep(await flat('#887'))
    const { files, comparable, total, refused, waiting } = await world.bans().near(hash)
    expect([comparable, total, refused, waiting]).toEqual([true, 2, 2, 0])
    expect(files.map(({ file }) => file.Hash).sort()).toEqual([smaller, worse].sort())
    expect(files.every(file => file.distance <= 31 && file.refused)).toBe(true)
    expect(files.find(({ file }) => file.Hash === smaller)?.file.Owner).toBe(bob.pubkey)
    const none = { files: [], comparable: false, total: 0, refused: 0, waiting: 0, perMinute: null }
    expect(await world.bans().near(grey)).toEqual(none)
    await expect(world.bans().ban({ hashes: [grey], reason: 'Grey', near: grey }, judge)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("can't be compared"),
    })
    const { editor } = world.media.manager
    await editor.trash([smaller], judge)
    expect((await world.bans().near(hash)).files.map(({ file }) => file.Hash)).toEqual([worse])
  })

  it('of a banned image are refused if the ban says so, except kept ones', async () => {
    const hash = await world.keep(await picture(4))
    const kept = await picture(4, { quality: 50 })
    await world.keep(kept)
    await world.bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const copy = await picture(4, { width: 450 })
    expect(await told(world.send(copy))).toEqual(alike)
    expect(await told(world.mirror(copy))).toEqual(alike)
    expect(await world.sendForm(copy)).toEqual([...alike, { status: 'error', message: alike[1] }])
    expect((await world.filesOnDisk()).filter(name => name.includes(sha256(copy)))).toEqual([])
    expect((await world.send(kept, bob)).status).toBe(200)
    expect((await world.send(await picture(5))).status).toBe(201)
    expect((await world.send(await flat('#123'))).status).toBe(201)

    await world.restart()
    expect(await told(world.send(copy))).toEqual(alike)
    await world.bans().unban(hash, judge)
    expect((await world.send(copy)).status).toBe(201)
  })

  it.each(senders)('of a banned image are refused: %s', async (_name, change) => {
    const original = await picture(8)
    const hash = sha256(original)
    await world.keep(original)
    await world.bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    onTestFinished(() => world.bans().unban(hash, judge))
    expect(await told(world.send(await change(sharp(original)).jpeg().toBuffer()))).toEqual(alike)
  })

  it('refuse unreadable images while a ban by similarity exists, but not other files', async () => {
    const own = await openMediaWorld({ maxKb: 4096 })
    onTestFinished(() => own.close())
    const send = async (bytes: Buffer, type = 'image/png') => {
      const { status, headers } = await own.put(bytes, world.alice.header('upload', [sha256(bytes)]), {
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

  it('are listed beside the banned image when refused, and accepted once allowed', async () => {
    const hash = await world.keep(await picture(9))
    await world.bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const copy = await picture(9, { width: 450 })
    const name = sha256(copy)
    expect(await told(world.send(copy))).toEqual(alike)
    expect(await told(world.send(copy, bob))).toEqual(alike)
    const { similar } = world.media.manager
    const listed = async () => (await similar.list({ limit: 100, offset: 0 })).files.find(file => file.hash === name)
    const refusal = await listed()
    expect(refusal).toMatchObject({
      refused: true,
      uploader: bob.pubkey,
      tries: 2,
      bytes: copy.length,
      file: null,
      banned: { hash, reason: 'Fake', file: { Hash: hash } },
    })
    expect((await sharp(Buffer.from(refusal?.thumbnail ?? '', 'base64')).metadata()).width).toBe(320)

    await similar.allow(name, judge)
    expect(await listed()).toBeUndefined()
    expect((await world.send(copy)).status).toBe(201)
    expect(await told(world.send(await picture(9, { width: 500 })))).toEqual(alike)
    await expect(similar.allow(name, judge)).rejects.toMatchObject({ code: 'not_found' })
    await world.bans().unban(hash, judge)
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
    const hash = await world.keep(await picture(7))
    await world.bans().ban({ hashes: [hash], reason: 'Film', near: hash }, judge)
    const film = randomBytes(800)
    const name = await world.keep(film)
    const guard = await openGuard()
    await guard.review(name, printsOf(await rasterFrom(await picture(70))))
    expect(await world.isServed(film)).toBe(true)
    await guard.review(name, printsOf(await rasterFrom(await picture(7, { width: 300 }))))
    expect(await world.isServed(film)).toBe(false)
    expect(await told(world.send(film))).toEqual(banned)
    await world.media.manager.similar.allow(name, judge)
    expect(await world.isServed(film)).toBe(true)
  })

  it('are accepted and shown to moderators if they are near but not the same', async () => {
    const hash = await world.keep(await picture(10))
    await world.bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
    const other = randomBytes(810)
    const name = await world.keep(other)
    const guard = await openGuard()
    // The same hash, but another shape than its copies have.
    const prints = printsOf(await rasterFrom(await picture(10))).map(print => ({ ...print, ratio: 2 }))
    await guard.review(name, prints)
    expect(await world.isServed(other)).toBe(true)
    const { similar } = world.media.manager
    const { files } = await similar.list({ limit: 100, offset: 0 })
    expect(files.find(file => file.hash === name)).toMatchObject({ refused: false, file: { Hash: name } })
    await similar.allow(name, judge)
    const left = await similar.list({ limit: 100, offset: 0 })
    expect(left.files.find(file => file.hash === name)).toBeUndefined()
  })

  it('are accepted and shown to moderators if a screenshot only shares the layout', async () => {
    const hash = await world.keep(await screenshot(1))
    const stored = await world.keep(await screenshot(2))
    const { files, total, refused } = await world.bans().near(hash)
    expect(files.map(file => [file.file.Hash, file.refused])).toEqual([[stored, false]])
    expect([total, refused]).toEqual([1, 0])
    await world.bans().ban({ hashes: [hash], reason: 'Private chat', near: hash }, judge)
    const other = await world.keep(await screenshot(3))
    const { similar } = world.media.manager
    const listed = await similar.list({ limit: 100, offset: 0 })
    expect(listed.files.find(file => file.hash === other)).toMatchObject({ refused: false, banned: { hash } })
    const copy = await sharp(await screenshot(1))
      .resize(210)
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(await told(world.send(copy))).toEqual(alike)
    await world.restart()
    expect(await told(world.send(copy))).toEqual(alike)
    expect((await world.send(await screenshot(4))).status).toBe(201)
  })

  it('are let in and put before moderators if only the colours of a logo differ', async () => {
    const hash = await world.keep(await logo('#c0392b'))
    await world.bans().ban({ hashes: [hash], reason: 'Fraud', near: hash }, judge)
    onTestFinished(() => world.bans().unban(hash, judge))
    const other = await world.keep(await logo('#2456a8'))
    const { files } = await world.media.manager.similar.list({ limit: 100, offset: 0 })
    expect(files.find(file => file.hash === other)).toMatchObject({ refused: false, banned: { hash } })
    const copies = [
      await logo('#c0392b', 200),
      await sharp(await logo('#c0392b'))
        .greyscale()
        .png()
        .toBuffer(),
    ]
    for (const copy of copies) expect(await told(world.send(copy))).toEqual(alike)
  })

  it('are compared by colour as well once older bans have been read again', async () => {
    const hash = await world.keep(await logo('#1e8449'))
    await world.bans().ban({ hashes: [hash], reason: 'Fraud', near: hash }, judge)
    onTestFinished(() => world.bans().unban(hash, judge))
    await world.database.transactWhenFree(tx => {
      tx.run('UPDATE ban_fines SET tint = NULL')
      tx.run('UPDATE ban_prints SET method = 0')
    })
    await world.restart()
    await world.media.prints.settled()
    expect(await told(world.send(await logo('#1e8449', 220)))).toEqual(alike)
    expect((await world.send(await logo('#8e2bc0'))).status).toBe(201)
  })

  it('are compared in the background where files and bans are older than the hashes', async () => {
    const hash = await world.keep(await picture(11))
    const near = await world.keep(await picture(11, { quality: 40 }))
    const old = await world.keep(await picture(12))
    await world.bans().ban({ hashes: [old], reason: 'Old', near: old }, judge)
    await world.database.transactWhenFree(tx => {
      tx.run('DELETE FROM file_prints')
      tx.run('DELETE FROM ban_prints')
      tx.run('DELETE FROM ban_fines')
    })
    expect((await world.bans().near(hash)).waiting).toBeGreaterThan(1)
    await world.restart()
    await world.media.prints.settled()
    const { files, waiting } = await world.bans().near(hash)
    expect([files.map(({ file }) => file.Hash), waiting]).toEqual([[near], 0])
    expect(await told(world.send(await picture(12, { width: 400 })))).toEqual(alike)
    // Everything that the tests before it stored is hashed again.
  }, 120_000)

  it('are compared in the background with their number and how many are compared in a minute', async () => {
    for (const seed of [13, 14, 15, 16]) await world.keep(await picture(seed))
    await world.database.transactWhenFree(tx => tx.run('DELETE FROM file_prints'))
    const shown = printsOf(await rasterFrom(await picture(13)))
    const clock = { now: 1_800_000_000_000 }
    const asked: PromiseWithResolvers<typeof shown>[] = []
    const prints = new ImagePrints({
      store: new PrintStore(world.database),
      readBanned: async () => null,
      now: () => clock.now,
      onPrints: async () => {},
      onBanned: async () => {},
      logger: createLogger({ name: 'test', level: 'silent' }),
      read: () => {
        const next = Promise.withResolvers<typeof shown>()
        asked.push(next)
        return next.promise
      },
    })
    prints.begin()
    await expect.poll(() => asked.length).toBe(1)
    const { waiting } = await prints.progress()
    expect([waiting > 3, (await prints.progress()).perMinute]).toEqual([true, null])
    clock.now += 15_000
    for (const count of [1, 2]) {
      asked[count - 1]?.resolve(shown)
      await expect.poll(() => asked.length).toBe(count + 1)
    }
    expect(await prints.progress()).toEqual({ waiting: waiting - 2, perMinute: 8 })
    const closing = prints.close()
    asked[2]?.resolve(shown)
    await closing
    expect((await prints.progress()).perMinute).toBeNull()
  })
})

async function openGuard() {
  return BanGuard.open({
    store: new BanStore(world.database),
    prints: new PrintStore(world.database),
    similar: new SimilarStore(world.database),
    listed: await ListedImages.open(new ListedStore(world.database)),
    now: Date.now,
    read: async () => 'none' as const,
    index: new SqliteFileIndex(world.database, world.statistics.tally),
    cases: { open: async () => {} },
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
}
const rasterFrom = (bytes: Buffer) => rasterOf(sharp(bytes))
