import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSqlite } from '@hornets/server/database/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyPair, openerFor, openKey, sealKey, WrongKey } from '../../../src/backup/set/cipher.ts'
import { isInside } from '../../../src/backup/set/records.ts'
import { compareRestored } from '../../../src/backup/work/compare-restored.ts'
import { runJob } from '../../../src/backup/work/jobs.ts'
import { beginJob, contentsOf, kill, makeBackupWorld } from './backup-world.ts'

function rowsOf(path: string) {
  const database = openSqlite(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()])
  database.close()
  return rows
}

const mediaOf = (contents: Map<string, Buffer>) => [...contents].filter(([path]) => path.startsWith('media')).sort()
const bytesOf = (contents: Map<string, Buffer>) => Buffer.concat([...contents.values()])

let original: string[]
let world: Awaited<ReturnType<typeof makeBackupWorld>>
beforeAll(async () => {
  world = await makeBackupWorld({ events: 300, files: 20 })
  original = await world.eventsIn(world.dataDir)
  await writeFile(join(world.dataDir, 'secret.key'), 'a secret of 32 bytes in the clear')
})
afterAll(() => world.close())

async function expectEqual(to: string) {
  expect(await world.eventsIn(to)).toEqual(original)
  for (const name of ['admin.db', 'relay.db']) expect(rowsOf(join(to, name))).toEqual(rowsOf(join(world.dataDir, name)))
  const [restored, source] = [await contentsOf(to), await contentsOf(world.dataDir)]
  expect(mediaOf(restored)).toEqual(mediaOf(source))
  expect(restored.get('secret.key')).toEqual(source.get('secret.key'))
}

describe('stored backups', () => {
  it('stores only what is new', async () => {
    const { job, snapshots } = world.at('new')
    await runJob(job)
    const [before] = await snapshots()
    await world.addFiles(2, 'new')
    await runJob(job)
    const [after] = await snapshots()
    expect(after?.files).toBe((before?.files ?? 0) + 2)
    const own = [...(await contentsOf(world.dataDir))].filter(([path]) => !path.startsWith('media'))
    expect(after?.new_bytes).toBeLessThan(own.reduce((sum, [, { length }]) => sum + length, 100_000))
  })

  it('finds damaged, missing and foreign files in a restore test, and the next backup stores them again (DESK-07)', async () => {
    const { job, test, place, restore } = world.at('damaged')
    await runJob(job)
    const before = await readdir(world.dataDir)
    expect((await runJob(test)).differing).toEqual([])
    expect(await readdir(world.dataDir)).toEqual(before)
    const isList = (bytes: Buffer) => bytes.toString().startsWith('{"')
    for (const isWanted of [(bytes: Buffer) => !isList(bytes), isList]) {
      const stored = [...(await contentsOf(place))].filter(([name]) => name.startsWith('objects'))
      const [object = ''] = stored.find(([, bytes]) => isWanted(bytes)) ?? []
      await writeFile(join(place, object), 'something else')
      const damaged = [expect.stringContaining('is damaged in the backup')]
      expect((await runJob(test)).differing).toEqual(damaged)
      expect((await runJob(test)).differing).toEqual(damaged)
      await runJob(job)
      expect((await runJob(test)).differing).toEqual([])
    }

    const { to, manifest } = await restore()
    await writeFile(join(to, 'foreign'), '')
    await rm(join(to, 'secret.key'))
    const [name = '', bytes = Buffer.of()] =
      [...(await contentsOf(to))].find(([path]) => path.startsWith('media')) ?? []
    await writeFile(join(to, name), bytes.toReversed())
    expect((await compareRestored(to, manifest)).sort()).toEqual(['foreign', name, 'secret.key'])
  })

  it('encrypts everything but hashes and sizes for an age key, which alone opens it', async () => {
    const { job, place, restore } = world.at('encrypted')
    const { identity, recipient } = await makeKeyPair()
    await runJob({ ...job, recipient })
    const [source, stored] = [bytesOf(await contentsOf(world.dataDir)), bytesOf(await contentsOf(place))]
    for (const text of ['a secret of', 'SQLite format', 'file 7 file 7', 'event 12'])
      expect([text, source.includes(text), stored.includes(text)]).toEqual([text, true, false])
    expect(stored.includes('secret.key')).toBe(false)
    await expectEqual((await restore(openerFor(identity))).to)
    await expect(restore(openerFor((await makeKeyPair()).identity))).rejects.toThrow(WrongKey)
  })

  it('stores the key beside the backups for its passphrase alone (DESK-06)', async () => {
    const { job, test } = world.at('passphrase')
    const { identity, recipient } = await makeKeyPair()
    const sealed = await sealKey(identity, 'a long passphrase', 4)
    await expect(openKey(sealed, 'another passphrase')).rejects.toThrow(WrongKey)
    await runJob({ ...job, recipient, sealedKey: Buffer.from(sealed).toString('base64') })
    expect((await runJob({ ...test, key: 'a long passphrase' })).differing).toEqual([])
    await expect(runJob({ ...test, key: 'another passphrase' })).rejects.toThrow('does not open')
    await expect(runJob({ ...test, key: null })).rejects.toThrow('is encrypted')
  })

  it('refuses a folder with other files or the backups of another relay, and a disk that is too full', async () => {
    const { job } = world.at('refused')
    await runJob(job)
    await expect(runJob({ ...job, relay: 'another' })).rejects.toThrow('of another relay')
    await expect(runJob({ ...job, place: world.folder })).rejects.toThrow('Other files')
    await expect(runJob(world.at('nothing').test)).rejects.toThrow('no backups')
    const reserveBytes = Number.MAX_SAFE_INTEGER
    await expect(runJob({ ...job, reserveBytes })).rejects.toThrow(/too little free space.* \d+ MB more/)
  })

  it('takes no path that leads out of the folder', () => {
    expect(['', '/etc/x', '../x', 'a/../../x', 'a//b', './x', 'a\\..\\x', 'C:x', 'a\0b'].filter(isInside)).toEqual([])
    expect(isInside('media/ab/cd/hash')).toBe(true)
  })

  // Last, since it stores eight times as many files.
  it('restores what was backed up byte by byte, even after a kill in the middle of the next backup', async () => {
    const { place, job, snapshots, restore } = world.at('killed')
    const first = await runJob(job)
    const whole = await contentsOf(place)
    await world.addFiles(150, 'later')
    const child = beginJob(job)
    const objects = async () =>
      (await readdir(join(place, 'objects'), { recursive: true })).filter(one => /\w{64}$/.test(one))
    const before = (await objects()).length
    while ((await objects()).length < before + 30) await wait(5)
    await kill(child)
    expect((await objects()).length).toBeLessThan(before + 150)

    expect(await snapshots()).toMatchObject([{ name: first.snapshot }])
    for (const [path, bytes] of whole) expect(await readFile(join(place, path))).toEqual(bytes)
    const { differing, manifest } = await restore()
    expect([differing, manifest.counts.events]).toEqual([[], 300])

    const second = await runJob(job)
    expect(await snapshots()).toMatchObject([{ name: second.snapshot }])
    await expectEqual((await restore()).to)
    // Rotation ended the first one, and nothing of the killed one is left.
    const names = [...(await contentsOf(place)).keys()]
    expect(names.filter(name => name.endsWith('.part'))).toEqual([])
    const refs = await readFile(join(place, names.find(name => name.endsWith('.refs')) ?? ''), 'utf8')
    expect(names.flatMap(name => name.match(/\w{64}$/) ?? []).sort()).toEqual(refs.split('\n').sort())
    expect(await readdir(world.dataDir)).not.toContain('backup-work')
  })
})
