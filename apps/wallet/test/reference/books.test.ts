import { listCoins } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { feeWord } from '@hornets/contract/wallet/confirmations'
import { acceptSearch, setUp } from '@hornets/contract/wallet/set-up'
import { finishPsbt, makePsbt, previewTransaction, type SpendRequest } from '@hornets/contract/wallet/spending'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { password, World } from '../support/world.ts'
import { CoreWallet, satsOf, seeded } from './core-wallet.ts'

let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

interface Accepted {
  readonly allowed: boolean
  readonly vsize: number
  readonly fees: { readonly base: number }
}

/** This rate exceeds the ceiling for small amounts. */
const dear = { password, fee_word: feeWord }
const accounts = [
  { type: 'bip84', passphrase: '' },
  { type: 'bip84', passphrase: 'Ünïcode and spaces' },
  { type: 'bip86', passphrase: '' },
  { type: 'bip86', passphrase: 'a passphrase' },
] as const

describe.each(accounts)('$type with passphrase "$passphrase"', ({ type, passphrase }) => {
  let world: World
  let core: CoreWallet
  const firstAddresses: string[] = []
  const random = seeded(type.length * 1000 + passphrase.length)
  const upTo = (most: number) => Math.floor(random() * most)

  beforeAll(async () => {
    const words = generateMnemonic(wordlist).split(' ')
    world = await World.open(node)
    const body = { mode: 'restore', words, passphrase, password, account_type: type } as const
    await world.operator.call(setUp, { body })
    await world.operator.call(acceptSearch, { body: {} })
    await world.settle()
    core = await CoreWallet.open(node, `core-${type}-${passphrase.length}`, { words, passphrase, type })
    for (let count = 0; count < 8; count += 1) firstAddresses.push(await nextAddress())
    await node.pay(firstAddresses[0] ?? '', 500_000)
    await node.mine(1)
    await world.settle()
  }, 60_000)
  afterAll(() => world?.close())

  async function nextAddress(): Promise<string> {
    return (await world.operator.call(newAddress, { body: {} })).body.address
  }

  async function assertSameBooks(): Promise<void> {
    await node.rpc('syncwithvalidationinterfacequeue')
    await world.settle()
    const { body: coins } = await world.operator.call(listCoins)
    const ours = coins.map(coin => [coin.outpoint, coin.address, coin.value_sats, coin.confirmations])
    const theirs = (await core.coins()).map(coin => [
      `${coin.txid}:${coin.vout}`,
      coin.address,
      satsOf(coin.amount),
      coin.confirmations,
    ])
    expect(ours.sort()).toEqual(theirs.sort())
    expect(await world.balance()).toEqual(await core.balance())
  }

  test('the addresses are those that Core derives from the same words', async () => {
    expect(firstAddresses).toEqual(await core.addresses(8))
  })

  test('coins and balance are as Core has them through payments, bumps and a reorganisation; fees and sizes to the satoshi', async () => {
    for (let count = 0; count < 4; count += 1) await node.pay(await nextAddress(), 100_000 + upTo(900_000))
    await node.mine(1)
    await assertSameBooks()
    for (let step = 0; step < 6; step += 1) {
      const paid = await world.pay(await node.newAddress(), 20_000 + upTo(150_000), 1 + upTo(20))
      expect(paid.status).toBe('success')
      const isBumped = random() < 0.5
      const last = isBumped
        ? await world.transact({ choice: 2, original_tx_id: paid.txid, new_fee_rate: 60 + upTo(20), ...dear })
        : paid
      expect(last.status).toBe('success')
      const entry = await node.rpc<{ vsize: number; fees: { base: number } }>('getmempoolentry', [last.txid])
      expect({ vsize: entry.vsize, fee: satsOf(entry.fees.base) }).toEqual({ vsize: last.vsize, fee: last.fee_sats })
      if (random() < 0.4) await node.pay(await nextAddress(), 50_000 + upTo(100_000))
      await assertSameBooks()
      if (random() < 0.4) await node.mine(1)
    }
    const tip = await node.rpc<string>('getbestblockhash')
    await node.mine(1)
    await assertSameBooks()
    await node.rpc('invalidateblock', [await node.rpc<string>('getblockhash', [await node.rpc('getblockcount')])])
    await node.rpc('syncwithvalidationinterfacequeue')
    expect(await node.rpc('getbestblockhash')).toBe(tip)
    await node.mine(2)
    await assertSameBooks()
  }, 60_000)

  test('Core signs what the wallet drafts, its node accepts it at the planned fee, and the wallet sends it', async () => {
    const request = { choice: 1, recipient_address: await node.newAddress(), spend_amount: 60_000, priority_rate: 7 }
    const { body: draft } = await world.operator.call(makePsbt, { body: request as SpendRequest })
    const signed = await core.sign(draft.psbt)
    const { hex } = await node.rpc<{ hex: string }>('finalizepsbt', [signed])
    const [verdict] = await node.rpc<Accepted[]>('testmempoolaccept', [[hex]])
    expect(verdict?.allowed).toBe(true)
    expect(satsOf(verdict?.fees.base ?? 0)).toBe(draft.plan.fee_sats)
    expect(Math.abs((verdict?.vsize ?? 0) - draft.plan.vsize)).toBeLessThanOrEqual(1)
    const sent = await world.operator.call(finishPsbt, { body: { psbt: signed } })
    expect(sent.body).toMatchObject({ status: 'success', txid: draft.txid })
    await assertSameBooks()
  })

  test('everything that can be sent is what Core counts as trusted, less the fee', async () => {
    await node.mine(1)
    await world.settle()
    const request = {
      choice: 1,
      recipient_address: await node.newAddress(),
      spend_amount: 1,
      priority_rate: 2,
      send_all: true,
    }
    const { body: plan } = await world.operator.call(previewTransaction, { body: request as SpendRequest })
    const { confirmed } = await core.balance()
    expect(plan.outputs.map(({ value_sats }) => value_sats)).toEqual([confirmed - plan.fee_sats])
  })
})
