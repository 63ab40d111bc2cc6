import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { relayMigrations } from '../../../src/database/migrations/relay.ts'
import { sha256 } from '../media-world.ts'
import { alike, type BansWorld, banned, judge, openBansWorld, picture, told } from './bans-world.ts'

let world: BansWorld
beforeEach(async () => {
  world = await openBansWorld()
})
afterEach(() => world.close())

const oldLikeness = '0f1e2d3c4b5a6978'

/** Puts the database back to the version before perceptual hashes, with the same files and bans. */
async function downgrade(folder: string): Promise<void> {
  const [now, later] = [join(folder, 'relay.db'), join(folder, 'later.db')]
  await rename(now, later)
  for (const end of ['-wal', '-shm']) await rm(`${now}${end}`, { force: true })
  const old = new DatabaseSync(now)
  const before = Object.entries(relayMigrations).filter(([name]) => name < '052')
  await migrate(kyselyOver<never>(old), Object.fromEntries(before))
  old.exec(`PRAGMA foreign_keys = OFF; ATTACH '${later}' AS later`)
  const columns = (schema: string, table: string) =>
    old
      .prepare('SELECT name FROM pragma_table_info(?, ?)')
      .all(table, schema)
      .map(({ name }) => String(name))
  for (const table of ['files', 'file_owners', 'file_facts', 'file_bans']) {
    const later = columns('later', table)
    const both = columns('main', table).filter(name => later.includes(name))
    old.exec(`INSERT INTO main.${table} (${both}) SELECT ${both} FROM later.${table}`)
  }
  old.exec(
    `UPDATE file_bans SET likeness = '${oldLikeness}' WHERE hash IN (SELECT hash FROM later.file_bans WHERE alike = 1)`,
  )
  old.exec(`UPDATE file_facts SET likeness = '${oldLikeness}'; DETACH later`)
  old.close()
  await rm(later)
}

it('bans from before perceptual hashes are kept, and near copies are refused where the banned file is still here', async () => {
  const [trashed, purged] = [await world.keep(await picture(20)), await world.keep(await picture(21))]
  const single = await world.keep(await picture(22))
  const [stored, copy] = [await world.keep(await picture(23)), await world.keep(await picture(23, { quality: 40 }))]
  for (const hash of [trashed, purged]) await world.bans().ban({ hashes: [hash], reason: 'Old', near: hash }, judge)
  await world.bans().ban({ hashes: [single], reason: 'Old' }, judge)
  await world.media.service.purge([purged])
  await world.stop()
  await downgrade(world.folder)
  await world.start()
  await world.media.prints.settled()

  for (const seed of [20, 21, 22]) expect(await told(world.send(await picture(seed)))).toEqual(banned)
  const smaller = async (seed: number) =>
    sharp(await picture(seed))
      .resize(400)
      .jpeg()
      .toBuffer()
  expect(await told(world.send(await smaller(20)))).toEqual(alike)
  // Nothing is left that its copies could be compared with; the list says so.
  expect((await world.send(await smaller(21))).status).toBe(201)
  expect((await world.send(await smaller(22))).status).toBe(201)
  const { bans } = await world.bans().list({ limit: 10, offset: 0 })
  expect(new Map(bans.map(ban => [ban.hash, ban.alike]))).toEqual(
    new Map([
      [trashed, true],
      [purged, false],
      [single, false],
    ]),
  )
  const { files, waiting } = await world.bans().near(stored)
  expect([files.map(({ file }) => file.Hash), waiting]).toEqual([[copy], 0])
  expect(await world.isServed(await picture(23))).toBe(true)
  expect(stored).toBe(sha256(await picture(23)))
}, 120_000)

it('hashes images and bans again whose hash was made by an older method', async () => {
  const [shown, copy] = [await picture(30), await picture(30, { quality: 40 })]
  const [stored, twin] = [await world.keep(shown), await world.keep(copy)]
  const lone = await picture(31)
  const hash = await world.keep(lone)
  await world.bans().ban({ hashes: [hash], reason: 'Old', near: hash }, judge)
  await world.stop()
  const old = new DatabaseSync(join(world.folder, 'relay.db'))
  old.exec(
    `UPDATE file_prints SET words = zeroblob(32), method = 0; UPDATE ban_prints SET turned = zeroblob(256), method = 0`,
  )
  old.close()
  await world.start()
  await world.media.prints.settled()

  const { files, waiting } = await world.bans().near(stored)
  expect([files.map(({ file }) => file.Hash), waiting]).toEqual([[twin], 0])
  const smaller = await sharp(lone).resize(400).jpeg().toBuffer()
  expect(await told(world.send(smaller))).toEqual(alike)
}, 120_000)
