import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { WalletDatabase } from '../wallet-database.ts'
import { walletMigrations } from './wallet.ts'

it.each([
  ['xpub6C', 'bc1qa', 'mainnet'],
  ['tpubD', 'bcrt1qa', 'regtest'],
  ['tpubD', 'tb1qa', 'testnet4 signet'],
  ['tpubD', null, 'testnet4 signet regtest'],
])('an older wallet with the key %s… and the address %s… is one of %s', async (xpub, address, networks) => {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-network-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'wallet.db')
  const old = openSqlite(path)
  const kysely = kyselyOver<never>(old)
  await migrate(kysely, Object.fromEntries(Object.entries(walletMigrations).filter(([name]) => name < '011')))
  old
    .prepare(
      `INSERT INTO wallet (id, account_type, xpub, created_at, restored, gap_limit) VALUES (1, 'bip84', ?, 0, 0, 20)`,
    )
    .run(xpub)
  if (address !== null)
    old.prepare(`INSERT INTO addresses (branch, idx, address, script) VALUES (0, 0, ?, '')`).run(address)
  await kysely.destroy()
  const database = await WalletDatabase.open(path)
  expect(database.reads.get('SELECT networks FROM wallet')).toEqual({ networks })
  database.close()
})
