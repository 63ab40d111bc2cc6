import { describe, expect, it } from 'vitest'
import { ElectrsServer } from '../../apps/wallet/test/support/electrs.ts'
import { rounds } from '../../dev/rounds.ts'
import { faultsOf, runPayments } from '../wallet/payments/run-payments.ts'
import { runSubscribers } from '../wallet/payments/run-subscribers.ts'

const sources = ElectrsServer.program() ? (['bitcoind', 'electrs'] as const) : (['bitcoind'] as const)

// Each part has tests of its own in every run; the mix takes over a minute.
describe.runIf(process.env.THOROUGH)('payments, refunds, approvals and restores while everything breaks', () => {
  it('pays no one twice or wrongly, and keeps wallet, ledger and chain equal', { timeout: 240_000 }, async () => {
    const report = await runPayments({
      source: 'bitcoind',
      seed: 7,
      payments: rounds(12, 20),
      mostMs: rounds(15_000, 30_000),
    })
    expect(faultsOf(report)).toEqual([])
    expect(report.payments.delivered).toBeGreaterThan(0)
    expect(report.troubles.kills).toBeGreaterThan(0)
  })
})

// The wallet's own tests restore 300 subscribers in every run.
describe.runIf(process.env.THOROUGH).each(sources)('over %s', source => {
  it('finds every satoshi of subscribers in a restore from words, despite unpaid addresses', {
    timeout: 240_000,
  }, async () => {
    // More unpaid ones than the usual gap of 20.
    const keys = rounds(30, 40)
    const report = await runSubscribers({ source, seed: 7, keys, unpaid: keys - 6 })
    expect(report).toMatchObject({ addresses: keys, paid: 2, foundSats: report.onChainSats, message: '' })
    expect(report.foundSats).toBeGreaterThan(2_000_000)
  })
})
