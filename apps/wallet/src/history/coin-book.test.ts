import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillWithCoins } from '../../test/support/many-coins.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import { CoinBook } from './coin-book.ts'

const count = 100_000
let folder: string
let database: WalletDatabase
let coins: CoinBook
let sum: number
/** A slow machine is slow in both. The coins of all pages would take thirty times as long. */
let bareMs: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coin-book-'))
  database = await WalletDatabase.open(join(folder, 'wallet.db'))
  sum = fillWithCoins(database, count)
  coins = new CoinBook({ database, now: Date.now, tipHeight: () => 1000 })
  bareMs = leastMs(() => expect(database.reads.all('SELECT * FROM outputs')).toHaveLength(count))
}, 60_000)
afterAll(async () => {
  database.close()
  await rm(folder, { recursive: true })
})

/** Of this thread only, since others use the machine. */
function leastMs(work: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const { user, system } = process.threadCpuUsage()
    work()
    const after = process.threadCpuUsage({ user, system })
    return (after.user + after.system) / 1000
  })
  return Math.min(...times)
}

test.each([0, 50_000, count - 200])(
  'reads a page of 100,000 coins from coin %d in about the time of a bare read',
  offset => {
    const page = () => expect(coins.page({ limit: 100, offset })).toHaveLength(100)
    expect(leastMs(page)).toBeLessThan(3 * bareMs)
  },
)

test('has each of 100,000 coins on one page, largest first, with a lost one on none', { timeout: 60_000 }, () => {
  const lost = count - 1
  const txid = lost.toString(16).padStart(64, '0')
  const value = database.reads.get<{ value: number }>('SELECT value_sats AS value FROM outputs WHERE txid = ?', txid)
  database.transact(tx =>
    tx.run("UPDATE transactions SET state = 'replaced', block_height = NULL WHERE txid = ?", txid),
  )
  const seen = new Set<string>()
  let [total, before] = [0, Number.MAX_SAFE_INTEGER]
  for (let offset = 0; ; offset += 5000) {
    const page = coins.page({ limit: 5000, offset })
    for (const coin of page) {
      seen.add(coin.txid)
      total += coin.valueSats
      if (coin.valueSats > before) throw new Error(`${coin.txid} comes too late`)
      before = coin.valueSats
    }
    if (page.length < 5000) break
  }
  expect([seen.size, seen.has(txid), total]).toEqual([count - 1, false, sum - (value?.value ?? 0)])
})
