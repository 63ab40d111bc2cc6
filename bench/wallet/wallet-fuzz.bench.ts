import { runWalletFuzz } from '../../apps/wallet/test/fuzz/wallet-fuzz.ts'
import { printFigure, rounded } from '../figures.ts'

// Payments while processes die, chains are reorganised and clocks jump: `npm run bench -- wallet-fuzz [payments]
// [seed]`. Fails if anyone was paid twice, or the wallet's coins differ from the node's.

const [payments = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const startedAt = performance.now()
const report = await runWalletFuzz({ seed, payments })
const seconds = rounded((performance.now() - startedAt) / 1000, 0)
printFigure({ bench: 'wallet-fuzz', figure: 'payments while everything breaks', ...report, seconds })
if (report.paidTwice > 0 || report.coinsApart !== 0) process.exitCode = 1
