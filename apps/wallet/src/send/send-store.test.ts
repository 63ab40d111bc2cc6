import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { WalletDatabase } from '../database/wallet-database.ts'
import { SendStore } from './send-store.ts'

afterAll(forgoDurability())

test('costs as much per round as there are pending payments, not all payments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'send-store-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  onTestFinished(async () => {
    database.close()
    await rm(folder, { recursive: true })
  })
  const asked = vi.spyOn(database.reads, 'all')
  const store = new SendStore(database.reads)
  const steps = (sql: string) =>
    database.reads.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail)
  store.listWaiting()
  store.listOnTheirWay({ limit: 1000, offset: 0 })
  const statements = asked.mock.calls.map(([sql]) => sql)
  database.transact(tx => {
    const run = vi.spyOn(tx, 'run')
    store.acceptSeen(tx)
    statements.push(...run.mock.calls.map(([sql]) => sql))
  })
  expect(statements).toHaveLength(3)
  for (const statement of statements)
    for (const step of steps(statement)) expect(step, statement).not.toMatch(/^SCAN|^LIST SUBQUERY/)
})
