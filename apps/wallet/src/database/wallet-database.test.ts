import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { expect, onTestFinished, test } from 'vitest'
import { WalletDatabase } from './wallet-database.ts'

test('a full disk is said to be the wallet’s, and nothing of the transaction is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-full-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  onTestFinished(async () => {
    database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const write = (text: string) =>
    database.transact(tx =>
      tx.run(`INSERT INTO labels (type, ref, label) VALUES ('tx', ?, ?)`, text.slice(0, 20), text),
    )
  write('before')
  // SQLite reports a file that cannot grow like a full disk.
  database.reads.get('PRAGMA max_page_count = 1')
  expect(() => write('x'.repeat(1_000_000))).toThrow(walletMessages.diskFull)
  expect(database.reads.all('SELECT ref FROM labels')).toEqual([{ ref: 'before' }])
})
