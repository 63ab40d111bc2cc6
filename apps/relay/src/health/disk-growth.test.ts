import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { expect, it, onTestFinished } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import { SqliteFileIndex } from '../media/library/files/file-index-store.ts'
import { DiskGrowth } from './disk-growth.ts'
import { GrowthStore } from './growth-store.ts'

const dayMs = 86_400_000

it('files on this disk and databases grow day by day, other files in the media folder and in S3 do not count', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'growth-test-'))
  const data = join(folder, 'data')
  await mkdir(join(data, 'media'), { recursive: true })
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  const clock = { now: Date.parse('2026-06-01T12:00:00Z') }
  const growth = new DiskGrowth({
    folder: data,
    store: new GrowthStore(database),
    now: () => clock.now,
    freeSpace: { freeBytes: 41_000_000, reserveBytes: 1_000_000 },
    rounds: new Rounds({ now: () => clock.now, logger: createLogger({ name: 'test', level: 'fatal' }) }),
  })
  onTestFinished(async () => {
    await growth.close()
    await database.close()
    await rm(folder, { recursive: true })
  })
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const file = { mime: 'text/plain', name: '', uploadedAt: 1 }
  const add = (hash: string, store: 'disk' | 's3', bytes: number) =>
    index.add({ ...file, hash: hash.padStart(64, '0'), store, bytes }, 'a'.repeat(64))
  await growth.measure()
  expect((await growth.show()).forecast).toEqual({ state: 'measuring', daysMissing: 7 })
  clock.now += 10 * dayMs
  await growth.measure()
  expect((await growth.show()).forecast).toEqual({ state: 'steady' })
  await add('1', 'disk', 10_000_000)
  await add('2', 's3', 70_000_000)
  await writeFile(join(data, 'media', 'cache'), Buffer.alloc(2 ** 20))
  await growth.measure()
  const first = await growth.show()
  expect(first).toEqual({ freeBytes: 41_000_000, forecast: { state: 'fills', days: 40, bytesPerDay: 1_000_000 } })
  await writeFile(join(data, 'events.lmdb'), Buffer.alloc(2 ** 22, 1), { flush: true })
  await growth.measure()
  const { forecast } = await growth.show()
  expect(forecast.state === 'fills' && forecast.days).toBeLessThan(40)
})
