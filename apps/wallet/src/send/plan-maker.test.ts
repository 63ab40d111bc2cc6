import { expect, test } from 'vitest'
import type { AddressBook } from '../addresses/address-book.ts'
import { networkTraits } from '../bitcoin/network.ts'
import type { Chain } from '../chain/chain.ts'
import type { Coin } from '../coins/coin.ts'
import { parseTransaction, serialiseTransaction } from '../coins/raw-transaction.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { OutputRecord, TransactionRecord } from '../history/book/chain-book-store.ts'
import type { CoinBook, OwnedCoin } from '../history/coin-book.ts'
import type { Vault } from '../keys/vault.ts'
import { PlanMaker } from './plan-maker.ts'

const script = `0014${'bb'.repeat(20)}`
const coin = (position: number, valueSats: number, confirmed: boolean): Coin => ({
  txid: position.toString(16).padStart(64, '0'),
  vout: 0,
  valueSats,
  script,
  branch: 0,
  index: 0,
  confirmed,
})

function planMaker(others: readonly Coin[], descendantCount = 0, nextChange = () => ({ script })) {
  const spent = coin(1, 60_000, true)
  const input = { txid: spent.txid, vout: 0, sequence: 0xfffffffd, scriptSig: '', witness: [] }
  const outputs = [
    { valueSats: 50_000, script: `0014${'aa'.repeat(20)}` },
    { valueSats: 9718, script },
  ]
  const raw = serialiseTransaction({ version: 2, inputs: [input], outputs, lockTime: 0 })
  const { txid } = parseTransaction(raw)
  const owned = others.map(
    (one): OwnedCoin => ({
      ...one,
      address: '',
      confirmations: Number(one.confirmed),
      trusted: true,
      mature: true,
      locked: false,
      sent: true,
      contested: false,
    }),
  )
  const facts = { ancestors: [], descendantCount, descendantFeeSats: 0 }
  const maker = new PlanMaker({
    vault: { wallet: () => ({}), spendKind: () => 'p2wpkh' } as unknown as Vault,
    addresses: { nextChange } as unknown as AddressBook,
    coins: { listFor: () => owned.filter(one => one.confirmed), find: () => spent } as unknown as CoinBook,
    chainBook: {
      find: () => ({ raw, state: 'mempool', fee_sats: 282, vsize: 141 }) as TransactionRecord,
      rivalsOf: () => [],
      takenAlongBy: () => [],
      outputsOf: () => [{ vout: 1, branch: 1, spent_by: null }] as OutputRecord[],
    } as unknown as ChainBook,
    chain: {
      mempoolFacts: async () => facts,
      relayRates: async () => ({ minimum: 1, incremental: 1 }),
    } as unknown as Chain,
    network: networkTraits('regtest'),
  })
  return { replaceAt: (rate: number) => maker.plan({ choice: 2, original_tx_id: txid, new_fee_rate: rate }) }
}

test('BIP 125, rule 2: adds no unconfirmed coin to a replacement, and refuses if only those are left', async () => {
  const [loose, settled] = [coin(2, 900_000, false), coin(3, 20_000, true)]
  await expect(planMaker([loose]).replaceAt(100)).rejects.toMatchObject({ reason: 'insufficient_funds' })
  const plan = await planMaker([loose, settled]).replaceAt(100)
  expect(plan.inputs.map(({ valueSats }) => valueSats).toSorted()).toEqual([20_000, 60_000])
})

test('BIP 125, rule 5: refuses to evict more than a hundred transactions', async () => {
  await expect(planMaker([], 100).replaceAt(20)).rejects.toMatchObject({ reason: 'not_replaceable' })
  expect((await planMaker([], 99).replaceAt(20)).feeSats).toBe(141 * 20)
})

test('raises a payment from its change if no new address is available', async () => {
  const none = () => {
    throw new Error('no address')
  }
  expect((await planMaker([], 0, none).replaceAt(20)).outputs).toHaveLength(2)
})
