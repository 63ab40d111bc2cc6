import { acceptSearch, setUp } from '@hornets/contract/wallet/set-up'
import { type PlanAnswer, previewTransaction, type SpendRequest } from '@hornets/contract/wallet/spending'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { password, World } from '../support/world.ts'
import { type CoreCoin, CoreWallet, satsOf, seeded } from './core-wallet.ts'

// Many wallets in one: each draws some of 240 coins of the same keys, Core by locking the others, ours by being told.
const wallets = process.env.THOROUGH ? 500 : 50
const coinsInAll = 240
const seed = 20_260_501

/** Core's waste metric (src/wallet/coinselection.h). Sizes by BIP 141, rounded up as in Core. */
const inputVbytes = 68
const changeVbytes = 31
const longTermRate = 1
const discardRate = 3

interface Choice {
  readonly inputs: number
  readonly hasChange: boolean
  /** Satoshis above size times rate. */
  readonly excess: number
}

const wasteOf = ({ inputs, hasChange, excess }: Choice, rate: number) =>
  inputs * inputVbytes * (rate - longTermRate) +
  (hasChange ? changeVbytes * rate + inputVbytes * discardRate : Math.max(0, excess))

let node: RegtestNode
let world: World
let core: CoreWallet

beforeAll(async () => {
  // The same long-term rate on both sides: with Core's default of 10 it would consolidate below that.
  const options = ['-consolidatefeerate=0.00001', '-discardfee=0.00001']
  node = await RegtestNode.start({ options })
  const words = generateMnemonic(wordlist).split(' ')
  world = await World.open(node, { lookahead: coinsInAll + 20 })
  await world.operator.call(setUp, { body: { mode: 'restore', words, password, account_type: 'bip84' } })
  await world.operator.call(acceptSearch, { body: {} })
  await world.settle()
  core = await CoreWallet.open(node, 'core', { words, type: 'bip84' })
  const random = seeded(seed)
  const amounts = (await core.addresses(coinsInAll)).map(address => [address, Math.floor(2000 * 5000 ** random())])
  await node.payMany(Object.fromEntries(amounts))
  await node.mine(1)
  await world.settle()
}, 120_000)
afterAll(async () => {
  await world?.close()
  await node?.stop()
})

test('over many random wallets, coins are chosen at no more than 1.1 times the waste of Core', async () => {
  const random = seeded(seed + 1)
  const coins = await core.coins()
  expect(coins).toHaveLength(coinsInAll)
  const place = ({ txid, vout }: CoreCoin) => ({ txid, vout })
  await core.rpc('lockunspent', [false, coins.map(place)])
  const recipient = await node.newAddress()
  const sums = { ours: 0, theirs: 0, both: 0, refused: 0, worse: 0 }
  for (let wallet = 0; wallet < wallets; wallet += 1) {
    const drawn = draw(coins, 1 + Math.floor(40 * random() ** 2), random)
    const total = drawn.reduce((sum, { amount }) => sum + satsOf(amount), 0)
    const rate = 1 + Math.floor(60 * random() ** 2)
    const spend = Math.max(1000, Math.floor(total * random() ** 2))
    const [theirs, ours] = await Promise.all([
      chooseByCore(drawn.map(place), recipient, spend, rate),
      chooseByUs(drawn, recipient, spend, rate),
    ])
    if (!theirs || !ours) {
      // Where one of them cannot pay, neither can the other, within a few satoshis of fee.
      expect([wallet, theirs !== null && total - spend > 68 * rate * drawn.length + 200 * rate]).toEqual([
        wallet,
        false,
      ])
      sums.refused += 1
      continue
    }
    sums.both += 1
    sums.ours += wasteOf(ours, rate)
    sums.theirs += wasteOf(theirs, rate)
    if (wasteOf(ours, rate) > 1.1 * wasteOf(theirs, rate) + 100) sums.worse += 1
  }
  expect(sums.both).toBeGreaterThan(wallets * 0.7)
  expect(sums.ours).toBeLessThanOrEqual(1.1 * sums.theirs)
}, 300_000)

function draw(coins: readonly CoreCoin[], count: number, random: () => number): CoreCoin[] {
  const left = [...coins]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as CoreCoin)
}

async function chooseByCore(
  places: { txid: string; vout: number }[],
  recipient: string,
  sats: number,
  rate: number,
): Promise<Choice | null> {
  await core.rpc('lockunspent', [true, places])
  try {
    const options = { fee_rate: rate, change_type: 'bech32', lockUnspents: false }
    const outputs = [{ [recipient]: sats / 1e8 }]
    const made = await core.rpc<{ psbt: string; fee: number }>('walletcreatefundedpsbt', [[], outputs, 0, options])
    const { inputsLength: inputs, outputsLength } = Transaction.fromPSBT(Buffer.from(made.psbt, 'base64'))
    return choiceOf(inputs, outputsLength, satsOf(made.fee), rate)
  } catch {
    return null
  } finally {
    await core.rpc('lockunspent', [false, places])
  }
}

async function chooseByUs(drawn: readonly CoreCoin[], recipient: string, sats: number, rate: number) {
  const coins = drawn.map(({ txid, vout }) => `${txid}:${vout}`)
  const request = { choice: 1, recipient_address: recipient, spend_amount: sats, priority_rate: rate, coins }
  const { status, body } = await world.operator.call(previewTransaction, { body: request as SpendRequest })
  if (status !== 200) return null
  const { inputs, outputs, fee_sats } = body as PlanAnswer
  return choiceOf(inputs.length, outputs.length, fee_sats, rate)
}

/** With one or two P2WPKH outputs: a frame of 10.5 virtual bytes, 31 per output (BIP 141). */
function choiceOf(inputs: number, outputs: number, feeSats: number, rate: number): Choice {
  const vbytes = Math.ceil(10.5 + outputs * 31 + inputs * 67.75)
  return { inputs, hasChange: outputs > 1, excess: feeSats - vbytes * rate }
}
