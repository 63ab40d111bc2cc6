import { ElectrsServer } from '../../apps/wallet/test/support/electrs.ts'
import { printFigure } from '../figures.ts'
import { runSubscribers } from './payments/run-subscribers.ts'

// Is everything found that few of many subscribers paid, when the wallet is restored from its words on an empty machine?
// Over bitcoind, and where ELECTRS names one over a real Esplora server: `npm run bench -- subscribers-restore [keys]
// [unpaid between two that paid] [seed]`. Fails if a satoshi is missing.

const [keys = 300, unpaid = 60, seed = 2026] = process.argv.slice(2).map(Number)
const sources = ['bitcoind', ...(ElectrsServer.program() ? ['electrs'] : [])] as ('bitcoind' | 'electrs')[]
for (const source of sources) {
  const report = await runSubscribers({ source, seed, keys, unpaid })
  printFigure({ bench: 'subscribers-restore', figure: 'restored from words', source, ...report })
  if (report.foundSats !== report.onChainSats || report.addresses !== keys) process.exitCode = 1
}
