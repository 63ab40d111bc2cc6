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
  [[], [], 0],
  [[0, 1], [], 1],
  [[], [0, 1, 2], 3],
  [[0, 64], [65, 66], 64],
  [[3], [4, 5, 6, 7, 8, 9], 6],
])(
  'remembers of an older wallet with the paid addresses %j and the unpaid %j the gap %d',
  async (paid, unpaid, gap) => {
    const folder = await mkdtemp(join(tmpdir(), 'wallet-gap-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'wallet.db')
    const old = openSqlite(path)
    const kysely = kyselyOver<never>(old)
    await migrate(kysely, Object.fromEntries(Object.entries(walletMigrations).filter(([name]) => name < '104')))
    old
      .prepare(
        `INSERT INTO wallet (id, account_type, xpub, created_at, restored, gap_limit) VALUES (1, 'bip84', 'tpub', 0, 0, 20)`,
      )
      .run()
    const put = old.prepare(
      'INSERT INTO addresses (branch, idx, address, script, purpose, used) VALUES (0, ?1, ?1, ?1, ?2, ?3)',
    )
    for (const index of paid) put.run(index, 'relay', 1)
    for (const index of unpaid) put.run(index, 'relay', 0)
    for (let index = 70; index < 90; index += 1) put.run(index, null, 0)
    await kysely.destroy()
    const database = await WalletDatabase.open(path)
    expect(database.reads.get('SELECT widest_gap AS gap FROM wallet')).toEqual({ gap })
    database.close()
  },
)
