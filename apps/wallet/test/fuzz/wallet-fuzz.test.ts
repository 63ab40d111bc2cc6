import { expect, test } from 'vitest'
import { runWalletFuzz } from './wallet-fuzz.ts'

test('pays no one twice during payments, bumps, kills, node failures, double spends and clock jumps', async () => {
  const report = await runWalletFuzz({ seed: 7, payments: process.env.THOROUGH ? 60 : 12, mostMs: 30_000 })
  expect(report).toMatchObject({ paidTwice: 0, coinsApart: 0 })
  expect(report.delivered).toBeGreaterThan(0)
}, 180_000)
