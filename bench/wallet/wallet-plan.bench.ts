import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planPayment } from '../../apps/wallet/src/coins/plans/plan-payment.ts'
import { WalletDatabase } from '../../apps/wallet/src/database/wallet-database.ts'
import { CoinBook } from '../../apps/wallet/src/history/coin-book.ts'
import { fillWithCoins } from '../../apps/wallet/test/support/many-coins.ts'
import { median, printFigure, rounded } from '../figures.ts'

// How long does planning a payment take with this many coins, including reading them from the wallet's file, and how
// does it grow? Compared in the same run with reading all of them, as a planner without an index must.

const bench = 'wallet-plan'
const counts = [1000, 10_000, 100_000]
const rounds = 7
const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`

function millis(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
try {
  for (const count of counts) {
    const database = await WalletDatabase.open(join(folder, `${count}.db`))
    const total = fillWithCoins(database, count)
    const book = new CoinBook({ database, now: Date.now, tipHeight: () => 1000 })
    const plan = (share: number) => {
      const valueSats = Math.floor(Math.min(total * share, 200_000_000))
      const frame = { script, changeScript, kind: 'p2wpkh', rate: 5, lockTime: 0, signalsReplacement: true } as const
      return planPayment({ ...frame, coins: book.listFor(valueSats), valueSats })
    }
    const times = { small: [] as number[], large: [] as number[], readAll: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(millis(() => plan(0.0001)))
      times.large.push(millis(() => plan(0.2)))
      times.readAll.push(millis(() => book.page({ limit: count, offset: 0 })))
    }
    printFigure({
      bench,
      figure: 'planning a payment',
      coins: count,
      smallPaymentMillis: rounded(median(times.small), 1),
      largePaymentMillis: rounded(median(times.large), 1),
      largePaymentInputs: plan(0.2).inputs.length,
      readingAllCoinsMillis: rounded(median(times.readAll), 1),
      ratioToReadingAll: rounded(median(times.large) / median(times.readAll), 2),
    })
    database.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
