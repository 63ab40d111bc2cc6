import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DiskStore } from '../../../src/media/library/stores/disk-store.ts'
import { png, sha256 } from '../media-world.ts'
import { type BansWorld, banned, bob, judge, openBansWorld, picture, told } from './bans-world.ts'

let world: BansWorld
beforeAll(async () => {
  world = await openBansWorld()
})
afterAll(() => world.close())

async function* chunks(bytes: Buffer) {
  yield bytes
}

describe('a banned file', () => {
  it('moves to the trash and is refused on every path until unbanned', async () => {
    const bytes = await picture(1)
    const hash = await world.keep(bytes)
    await world.keep(bytes, bob)
    expect(await world.bans().ban({ hashes: [hash], reason: 'Stolen' }, judge)).toEqual({ banned: 1, deleted: 1 })
    expect(await world.isServed(bytes)).toBe(false)

    expect(await told(world.send(bytes))).toEqual(banned)
    expect(await told(world.send(bytes, bob))).toEqual(banned)
    const announced = { 'x-sha-256': hash, 'x-content-type': 'image/jpeg', 'x-content-length': `${bytes.length}` }
    const headers = { ...announced, authorization: world.alice.header('upload', [hash]) }
    expect(await told(fetch(`${world.url}/upload`, { method: 'HEAD', headers }))).toEqual(banned)
    expect(await told(world.mirror(bytes))).toEqual(banned)
    expect(await world.sendForm(bytes)).toEqual([...banned, { status: 'error', message: banned[1] }])
    const optimise = { ...headers, authorization: world.alice.header('media', [hash]) }
    const body = bytes as Buffer<ArrayBuffer>
    expect(await told(fetch(`${world.url}/media`, { method: 'PUT', body, headers: optimise }))).toEqual(banned)
    const unannounced = { authorization: optimise.authorization, 'content-type': 'image/jpeg' }
    expect(await told(fetch(`${world.url}/media`, { method: 'PUT', body, headers: unannounced }))).toEqual(banned)
    const offer = { hash: null, mime: 'image/jpeg', bytes: null }
    const { editor } = world.media.manager
    await expect(editor.upload(offer, chunks(bytes), judge)).rejects.toMatchObject({ message: banned[1] })
    await expect(editor.restore([hash], judge)).rejects.toMatchObject({ code: 'conflict', message: banned[1] })
    expect(await world.isServed(bytes)).toBe(false)

    // Gone for good, it is banned all the same, also after a restart.
    await world.media.service.purge([hash])
    await world.restart()
    expect(await told(world.send(bytes))).toEqual(banned)
    expect((await world.filesOnDisk()).filter(name => name.includes(hash))).toEqual([])

    await world.bans().unban(hash, judge)
    expect((await world.send(bytes)).status).toBe(201)
    await expect(world.bans().unban(hash, judge)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('includes files that an admin deleted, until they are restored or unbanned', async () => {
    const [one, other] = [png(510), png(511)]
    const hashes = [await world.keep(one), await world.keep(other)]
    const { editor, jobs } = world.media.manager
    await editor.trash(hashes.slice(0, 1), judge)
    const job = await jobs.start('trash', { hashes: hashes.slice(1) }, judge)
    await jobs.settled()
    for (const bytes of [one, other])
      for (const stranger of [world.alice, bob]) expect(await told(world.send(bytes, stranger))).toEqual(banned)
    const listedBans = (await world.bans().list({ limit: 100, offset: 0 })).bans
    expect(listedBans.map(({ hash, reason, by }) => ({ hash, reason, by }))).toEqual(
      expect.arrayContaining(hashes.map(hash => ({ hash, reason: '', by: judge.pubkey }))),
    )
    await editor.restore(hashes.slice(0, 1), judge)
    await jobs.undo(job.id, judge)
    await jobs.settled()
    for (const bytes of [one, other]) {
      expect(await world.isServed(bytes)).toBe(true)
      expect((await world.send(bytes, bob)).ok).toBe(true)
    }
    // Deleted permanently, it stays away all the same.
    await editor.trash(hashes, judge)
    await world.media.service.purge(hashes)
    expect(await told(world.send(one))).toEqual(banned)
    await world.bans().unban(hashes[0] ?? '', judge)
    expect((await world.send(one)).status).toBe(201)
    // A reason given before or after counts more than the deletion.
    await world.bans().ban({ hashes: hashes.slice(0, 1), reason: 'Spam' }, judge)
    await expect(editor.restore(hashes.slice(0, 1), judge)).rejects.toMatchObject({ code: 'conflict' })
    await world.bans().unban(hashes[0] ?? '', judge)
    await world.bans().unban(hashes[1] ?? '', judge)
  })

  it('is not restored with others, nor by undoing the job that deleted it', async () => {
    const [one, other] = [png(500), png(501)]
    const hashes = [await world.keep(one), await world.keep(other)]
    const { jobs, editor } = world.media.manager
    const job = await jobs.start('trash', { hashes }, judge)
    await jobs.settled()
    expect(await world.bans().ban({ hashes: hashes.slice(0, 1), reason: 'Spam' }, judge)).toEqual({
      banned: 1,
      deleted: 0,
    })
    await jobs.undo(job.id, judge)
    await jobs.settled()
    expect([await world.isServed(one), await world.isServed(other)]).toEqual([false, true])
    await editor.trash(hashes, judge)
    expect(await editor.restore(hashes, judge)).toBe(1)
    await jobs.start('restore', { filter: { status: 'trashed' }, except: [] }, judge).then(() => jobs.settled())
    expect([await world.isServed(one), await world.isServed(other)]).toEqual([false, true])
  })

  it('that is banned while its upload is being kept leaves no content', async () => {
    const bytes = png(600)
    const hash = sha256(bytes)
    const land = DiskStore.prototype.put
    const landing = vi.spyOn(DiskStore.prototype, 'put').mockImplementation(async function (this: DiskStore, ...given) {
      await land.apply(this, given)
      await world.bans().ban({ hashes: [hash], reason: 'Late' }, judge)
    })
    onTestFinished(() => landing.mockRestore())
    expect(await told(world.send(bytes))).toEqual(banned)
    expect((await world.filesOnDisk()).filter(name => name.includes(hash))).toEqual([])
  })

  it('need not be stored; the list says who banned it, when and why', async () => {
    const bytes = png(700)
    const hash = sha256(bytes)
    expect(await world.bans().ban({ hashes: [hash, hash], reason: 'Known elsewhere' }, judge)).toEqual({
      banned: 1,
      deleted: 0,
    })
    expect(await told(world.send(bytes))).toEqual(banned)
    const { bans: listed, total } = await world.bans().list({ limit: 100, offset: 0 })
    expect(listed).toHaveLength(total)
    expect(listed.find(ban => ban.hash === hash)).toMatchObject({
      reason: 'Known elsewhere',
      by: judge.pubkey,
      alike: false,
      file: null,
    })
    expect(await world.bans().list({ limit: 1, offset: total })).toEqual({ bans: [], total })
    const rows = await world.adminDatabase.reads
      .selectFrom('audit_log')
      .selectAll()
      .where('target', '=', hash)
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['files.ban'])
  })
})
