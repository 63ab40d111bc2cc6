import { expect, test } from 'vitest'
import { rounds } from '../../../../dev/rounds.ts'
import { runWalletFuzz } from './wallet-fuzz.ts'

test('payments, bumps, kills, a node that dies and freezes, double spends and jumping clocks: nobody is paid twice', async () => {
  const report = await runWalletFuzz({ seed: 7, payments: rounds(20, 60), mostMs: 30_000 })
  expect(report).toMatchObject({ paidTwice: 0, coinsApart: 0 })
  expect(report.delivered).toBeGreaterThan(0)
}, 180_000)
