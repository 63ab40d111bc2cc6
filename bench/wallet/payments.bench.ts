import { ElectrsServer } from '../../apps/wallet/test/support/electrs.ts'
import { printFigure, rounded } from '../figures.ts'
import { faultsOf, runPayments } from './payments/run-payments.ts'

// Payments, subscribers' payments, refunds, approvals and restores while processes die, chains are reorganised and clocks
// jump, over bitcoind, and where ELECTRS names one over a real Esplora server: `npm run bench -- payments [payments]
// [seed] [source] [minutes]`. Fails if anybody was paid twice or wrongly, or if wallet, ledger and chain differ.

const [payments = 550, seed = 2026] = process.argv.slice(2, 4).map(Number)
const [wanted, minutes = 'Infinity'] = process.argv.slice(4)
const sources = (['bitcoind', 'electrs'] as const).filter(source =>
  wanted === undefined ? source === 'bitcoind' || ElectrsServer.program() : source === wanted,
)
for (const source of sources) {
  const startedAt = performance.now()
  const report = await runPayments({ source, seed, payments, mostMs: Number(minutes) * 60_000 })
  const seconds = rounded((performance.now() - startedAt) / 1000, 0)
  const bench = 'payments'
  for (const [figure, counts] of Object.entries(report)) printFigure({ bench, figure, source, seed, ...counts })
  const faults = faultsOf(report)
  printFigure({ bench, figure: 'faults', source, seed, faults, seconds })
  if (faults.length > 0) process.exitCode = 1
}
