import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { expect, onTestFinished, test } from 'vitest'
import { AdminDatabase } from '../../database/admin-database.ts'
import { startOfMonth, Usage } from './usage.ts'

const logger = createLogger({ name: 'test', level: 'fatal' })
const hex = (number: number) => number.toString(16).padStart(64, '0')

async function openWorld(freeMax?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'usage-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  const clock = { now: Date.parse('2026-05-20T12:00:00Z') }
  const now = () => clock.now
  const open = (max = freeMax) =>
    Usage.open({ database, rounds: new Rounds({ now, logger }), now, logger, ...(max && { freeMax: max }) })
  let usage = await open()
  onTestFinished(async () => {
    await usage.close()
    await database.close()
    await rm(folder, { recursive: true })
  })
  const subscribe = (pubkey: string, run_started_at: number | null) => {
    const row = { pubkey, address: null, allotted_at: 0, run_started_at, expires_at: clock.now * 2 }
    return database.transact(tx =>
      tx
        .insertInto('subscribers')
        .values(row as never)
        .execute(),
    )
  }
  return {
    clock,
    subscribe,
    get usage() {
      return usage
    },
    add: (pubkey: string, since: number, bytes: number) => usage.add(pubkey, since, bytes),
    used: (pubkey: string, since: number) => usage.used(pubkey, since),
    async restart(max = freeMax) {
      await usage.close()
      usage = await open(max)
    },
    kept: async () => {
      const rows = await database.reads.selectFrom('subscription_usage').select('pubkey').orderBy('pubkey').execute()
      return rows.map(({ pubkey }) => pubkey)
    },
  }
}

test('forgets the free keys that stored least when too many store, and no subscriber', async () => {
  const { clock, subscribe, add, used, restart } = await openWorld(100)
  const month = startOfMonth(clock.now)
  const run = month + 5000
  await subscribe(hex(9000), run)
  add(hex(9000), run, 1)
  for (let key = 1; key <= 99; key++) add(hex(key), month, key)
  expect([used(hex(1), month), used(hex(99), month)]).toEqual([1, 99])
  for (let key = 100; key <= 5000; key++) add(hex(key), month, 1)
  const known = Array.from({ length: 5000 }, (_, at) => used(hex(at + 1), month)).filter(bytes => bytes > 0)
  expect(known.length).toBeGreaterThanOrEqual(50)
  expect(known.length).toBeLessThanOrEqual(100)
  const large = () => [used(hex(60), month), used(hex(99), month), used(hex(9000), run)]
  expect(large()).toEqual([60, 99, 1])
  await restart()
  expect(large()).toEqual([60, 99, 1])
  await restart(20)
  expect(large()).toEqual([0, 99, 1])
})

test('drops what was counted in earlier months, but not since the beginning of a run', async () => {
  const world = await openWorld()
  const { clock, subscribe, add, used, restart, kept } = world
  const [april, may] = [startOfMonth(Date.parse('2026-04-20')), startOfMonth(clock.now)]
  const [free, paid, migrated, lapsed, late] = [hex(1), hex(2), hex(3), hex(4), hex(5)]
  await subscribe(paid, april)
  await subscribe(migrated, null)
  await subscribe(lapsed, april + 1)
  add(free, april, 10)
  add(paid, april, 20)
  add(migrated, 0, 30)
  add(lapsed, april, 40)
  add(late, may, 50)
  await restart()
  const counts = () => [used(free, april), used(paid, april), used(migrated, 0), used(late, may)]
  expect(counts()).toEqual([0, 20, 30, 50])
  await world.usage.write()
  expect(await kept()).toEqual([paid, migrated, late])
  clock.now = Date.parse('2026-06-01T00:00:00Z')
  await world.usage.write()
  expect(counts()).toEqual([0, 20, 30, 0])
  expect(await kept()).toEqual([paid, migrated])
})
