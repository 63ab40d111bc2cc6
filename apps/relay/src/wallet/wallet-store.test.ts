import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AdminDatabase, type AdminTransaction } from '../database/admin-database.ts'
import { WalletStore } from './wallet-store.ts'

let folder: string
let database: AdminDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-store-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const row = (idx: number, used = 0, for_relay = 0, wallet = 'default') => ({
  ...{ wallet, idx, address: `address ${idx}`, used, label: null, for_relay },
})
const put = (...rows: ReturnType<typeof row>[]) =>
  database.transact(tx => new WalletStore(database.reads).putAddresses(tx, rows))
const count = () => new WalletStore(database.reads).countUnusedRun('default')

it('of the wallet’s addresses those count that come after the last one paid', async () => {
  expect(await count()).toBe(0)
  await put(row(0), row(1, 0, 1), row(5, 0, 0, 'other'), row(6, 0, 1, 'other'))
  expect(await count()).toBe(2)
  await put(row(2, 1), row(3, 1, 1), row(4, 0, 1), row(9))
  expect(await count()).toBe(6)
})

it('counting them looks at the end of the list, never at all addresses', async () => {
  // What their type hides from our own code.
  const reads = database.reads as unknown as AdminTransaction
  const asked = vi.spyOn(reads.getExecutor(), 'executeQuery')
  await count()
  const plans = asked.mock.calls.map(([query]) => {
    const { sql, parameters } = query as CompiledQuery
    return CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
  })
  const read = plans.map(plan => reads.executeQuery<{ detail: string }>(plan))
  const details = (await Promise.all(read)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
  const steps = details.filter(detail => /wallet_addresses|B-TREE/.test(detail))
  expect(steps).toEqual([
    expect.stringMatching(/^SEARCH .* PRIMARY KEY /),
    expect.stringMatching(/^SEARCH .* PRIMARY KEY /),
  ])
})
