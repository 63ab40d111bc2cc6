import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coin } from '../apps/wallet/src/coins/coin.ts'
import { planPayment } from '../apps/wallet/src/coins/plan-payment.ts'
import { WalletDatabase } from '../apps/wallet/src/database/wallet-database.ts'
import { CoinBook } from '../apps/wallet/src/history/coin-book.ts'
import { median, printFigure, rounded } from './figures.ts'

// How long does planning a payment take with so many coins, and how does it grow? In the same run against sorting the
// coins by value, which every selection that looks at the largest ones has to do; and how long it takes to read the coins
// from the wallet's file, which comes before.

const bench = 'wallet-plan'
const counts = [1000, 10_000, 100_000]
const rounds = 7
const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`

let seed = 12_345
/** The same coins at every run (Lehmer's generator). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

function coinsOf(count: number): Coin[] {
  return Array.from({ length: count }, (_, index) => ({
    txid: index.toString(16).padStart(64, '0'),
    vout: 0,
    valueSats: 1000 + Math.floor(random() ** 4 * 5_000_000),
    script: changeScript,
    branch: 0,
    index: index % 1000,
    confirmed: true,
  }))
}

function millis(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
try {
  for (const count of counts) {
    const coins = coinsOf(count)
    const database = await WalletDatabase.open(join(folder, `${count}.db`))
    database.transact(tx => {
      for (let index = 0; index < 1000; index += 1)
        tx.run(
          'INSERT INTO addresses (branch, idx, address, script) VALUES (0, ?, ?, ?)',
          index,
          `${index}`,
          `${index}`,
        )
      for (const { txid, vout, valueSats, index } of coins) {
        tx.run(
          `INSERT INTO transactions (txid, raw, vsize, state, block_height, seen_at, is_coinbase)
           VALUES (?, '', 1, 'confirmed', 1, 0, 0)`,
          txid,
        )
        const values = [txid, vout, valueSats, index]
        tx.run('INSERT INTO outputs (txid, vout, value_sats, branch, idx) VALUES (?, ?, ?, 0, ?)', ...values)
      }
    })
    const book = new CoinBook({ database, now: Date.now, tipHeight: () => 1000 })
    const total = coins.reduce((sum, { valueSats }) => sum + valueSats, 0)
    const plan = (share: number) =>
      planPayment({
        ...{ coins, script, changeScript, kind: 'p2wpkh', rate: 5, lockTime: 0, signalsReplacement: true },
        valueSats: Math.floor(Math.min(total * share, 200_000_000)),
      })
    const times = { sort: [] as number[], small: [] as number[], large: [] as number[], read: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      times.sort.push(millis(() => [...coins].sort((one, other) => other.valueSats - one.valueSats)))
      times.small.push(millis(() => plan(0.0001)))
      times.large.push(millis(() => plan(0.2)))
      times.read.push(millis(() => book.list()))
    }
    printFigure({
      bench,
      figure: 'planning a payment',
      coins: count,
      smallPaymentMillis: rounded(median(times.small), 1),
      largePaymentMillis: rounded(median(times.large), 1),
      largePaymentInputs: plan(0.2).inputs.length,
      sortMillis: rounded(median(times.sort), 1),
      ratioToSort: rounded(median(times.small) / median(times.sort), 1),
      readFromFileMillis: rounded(median(times.read), 1),
    })
    database.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
