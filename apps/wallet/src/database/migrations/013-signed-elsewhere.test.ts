import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { WalletDatabase } from '../wallet-database.ts'
import { walletMigrations } from './wallet.ts'

it('keeps exported drafts alive that were called too old, but not those refused otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-elsewhere-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'wallet.db')
  const old = openSqlite(path)
  const kysely = kyselyOver<never>(old)
  await migrate(kysely, Object.fromEntries(Object.entries(walletMigrations).filter(([name]) => name < '013')))
  const insert = old.prepare(
    `INSERT INTO sends (request_hash, choice, state, txid, raw, amount_sats, recipient, enable_rbf, fee_sats, vsize,
       fee_rate, refusal, created_at) VALUES ('', 1, ?, ?, ?, 1, '', 1, 1, 1, 1, ?, 0)`,
  )
  const tooOld = JSON.stringify({ message: 'It was given out to be signed more than an hour ago, and its coins …' })
  insert.run('failed', 'old draft', null, tooOld)
  insert.run('failed', 'taken draft', null, '{"message":"Its coins have been spent"}')
  insert.run('failed', '', null, '{"message":"Insufficient funds"}')
  insert.run('sent', 'hot', '00', null)
  await kysely.destroy()
  const database = await WalletDatabase.open(path)
  expect(database.reads.all('SELECT txid, state, signed_elsewhere FROM sends ORDER BY id')).toEqual([
    { txid: 'old draft', state: 'draft', signed_elsewhere: 1 },
    { txid: 'taken draft', state: 'failed', signed_elsewhere: 1 },
    { txid: '', state: 'failed', signed_elsewhere: 0 },
    { txid: 'hot', state: 'sent', signed_elsewhere: 0 },
  ])
  database.close()
})
