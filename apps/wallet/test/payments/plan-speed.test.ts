import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../src/addresses/address-book.ts'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { RefusedError } from '../../src/coins/refused-error.ts'
import { WalletDatabase } from '../../src/database/wallet-database.ts'
import type { ChainBook } from '../../src/history/book/chain-book.ts'
import { CoinBook } from '../../src/history/coin-book.ts'
import type { Vault } from '../../src/keys/vault.ts'
import { PlanMaker } from '../../src/send/plan-maker.ts'
import { fillWithCoins } from '../support/many-coins.ts'

const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Of this thread only, since others use the machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test('a payment out of 100,000 coins is planned in less time than a bare read of them, reading few', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-plan-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  try {
    const sum = fillWithCoins(database, 100_000)
    const coins = new CoinBook({ database, now: Date.now, tipHeight: () => 1000 })
    const plans = new PlanMaker({
      vault: { wallet: () => ({}), spendKind: () => 'p2wpkh' } as unknown as Vault,
      addresses: { nextChange: () => ({ script: `0014${'cc'.repeat(20)}` }) } as unknown as AddressBook,
      chainBook: { chainState: () => ({ tipHeight: 1000 }) } as unknown as ChainBook,
      coins,
      chain: null,
      network: networkTraits('regtest'),
    })
    const isRefused = (error: unknown) => error instanceof RefusedError && error.reason
    const request = {
      choice: 1,
      recipient_address: recipient,
      priority_rate: 5,
      enable_rbf: true,
      send_all: false,
    } as const
    const refuse = async (spend_amount: number) => plans.plan({ ...request, spend_amount }).catch(isRefused)
    // A slow machine is slow in both.
    const reading: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const startedAt = cpuMs()
      expect(database.reads.all('SELECT * FROM outputs')).toHaveLength(100_000)
      reading.push(cpuMs() - startedAt)
    }
    const limitMs = Math.min(...reading)
    const refusing: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const startedAt = cpuMs()
      expect([await refuse(20_000_000_000), await refuse(sum + 1)]).toEqual(['too_large', 'insufficient_funds'])
      refusing.push(cpuMs() - startedAt)
    }
    expect(Math.min(...refusing)).toBeLessThan(3 * limitMs)
    for (const spend_amount of [25_000, 40_000_000, 2_000_000_000]) {
      expect(coins.listFor(spend_amount).length).toBeLessThan(4000)
      const times: number[] = []
      for (let round = 0; round < 5; round += 1) {
        const startedAt = cpuMs()
        const plan = await plans.plan({ ...request, spend_amount })
        times.push(cpuMs() - startedAt)
        expect(plan.outputs.some(({ valueSats }) => valueSats === spend_amount)).toBe(true)
      }
      expect(Math.min(...times), `${spend_amount} sats`).toBeLessThan(limitMs)
    }
  } finally {
    database.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
