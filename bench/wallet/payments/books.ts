import { listCoins, listTransactions } from '@hornets/contract/wallet/accounting'
import { addressesOf, satsOf } from '../../../apps/wallet/test/reference/core-wallet.ts'
import type { RegtestNode } from '../../../apps/wallet/test/support/bitcoind.ts'
import type { Orders } from './orders.ts'
import type { PaymentsWorld } from './payments-world.ts'
import { type Entry, type Person, readEntries, readSubscriber } from './people.ts'
import type { Refund } from './refunds.ts'

interface Chain {
  readonly outputs: ReadonlyMap<string, readonly number[]>
  readonly payments: ReadonlyMap<string, readonly string[]>
  readonly fees: ReadonlyMap<string, number>
  readonly coins: ReadonlyMap<string, { readonly address: string; readonly sats: number }>
}

interface Block {
  readonly tx: readonly {
    readonly txid: string
    readonly fee?: number
    readonly vin: readonly { readonly txid?: string; readonly vout?: number }[]
    readonly vout: readonly {
      readonly n: number
      readonly value: number
      readonly scriptPubKey: { readonly address?: string }
    }[]
  }[]
}

const blocks = new Map<string, Block>()

export async function readChain(node: RegtestNode): Promise<Chain> {
  const outputs = new Map<string, number[]>()
  const payments = new Map<string, string[]>()
  const fees = new Map<string, number>()
  const coins = new Map<string, { address: string; sats: number }>()
  const height = await node.rpc<number>('getblockcount')
  for (let at = 1; at <= height; at += 1) {
    const hash = await node.rpc<string>('getblockhash', [at])
    const block = blocks.get(hash) ?? (await node.rpc<Block>('getblock', [hash, 2]))
    blocks.set(hash, block)
    for (const { txid, fee, vin, vout } of block.tx) {
      if (fee !== undefined) fees.set(txid, satsOf(fee))
      for (const spent of vin) coins.delete(`${spent.txid}:${spent.vout}`)
      for (const { n, value, scriptPubKey } of vout) {
        const { address = '' } = scriptPubKey
        outputs.set(address, [...(outputs.get(address) ?? []), satsOf(value)])
        const spends = vin.map(spent => `${spent.txid}:${spent.vout}`).join(' ')
        payments.set(address, [...(payments.get(address) ?? []), `${txid} in ${at} spends ${spends}`])
        coins.set(`${txid}:${n}`, { address, sats: satsOf(value) })
      }
    }
  }
  return { outputs, payments, fees, coins }
}

export const walletAddresses = ({ node, words }: PaymentsWorld) =>
  addressesOf(node, words, { accounts: [0, 1000], count: 4200 })

export const coinsAt = ({ coins }: Chain, addresses: ReadonlySet<string>) =>
  [...coins].flatMap(([outpoint, { address, sats }]) => (addresses.has(address) ? [{ outpoint, sats }] : []))

/** Coins that only one of the wallet and the node knows; NaN without an answer. */
export async function coinsApart(world: PaymentsWorld, chain: Chain, addresses: ReadonlySet<string>): Promise<number> {
  const { operator } = world.wallet
  const ours = new Set<string>()
  for (let offset = 0; ; offset += 1000) {
    const rows = (await world.call(() => operator.call(listCoins, { query: { limit: 1000, offset } })))?.body
    if (!Array.isArray(rows)) return Number.NaN
    for (const { outpoint, value_sats } of rows) ours.add(`${outpoint} ${value_sats}`)
    if (rows.length < 1000) break
  }
  const theirs = new Set(coinsAt(chain, addresses).map(({ outpoint, sats }) => `${outpoint} ${sats}`))
  return ours.symmetricDifference(theirs).size
}

export function countPayments({ outputs, payments }: Chain, { intentions }: Orders) {
  const wanted = new Map(intentions.map(({ address, sats }) => [address, sats]))
  const counts = { delivered: 0, paidTwice: 0, wrongAmounts: 0 }
  for (const [address, sats] of wanted) {
    const got = outputs.get(address) ?? []
    if (got.length > 0) counts.delivered += 1
    if (got.length > 1) {
      counts.paidTwice += 1
      const asked = intentions.filter(one => one.address === address)
      process.stderr.write(`${JSON.stringify({ twice: address, asked, payments: payments.get(address) })}\n`)
    }
    if (got.some(one => one !== sats)) counts.wrongAmounts += 1
  }
  return counts
}

/** Each fee that the wallet answered or lists, compared with the node's. */
export async function countFees({ fees }: Chain, world: PaymentsWorld, orders: Orders) {
  const said = new Map(orders.fees)
  const { operator } = world.wallet
  let wrong = 0
  for (let before: number | null | undefined; before !== null; ) {
    const query = { limit: 1000, ...(before !== undefined && { before }) }
    const page = (await operator.call(listTransactions, { query })).body
    for (const { txid, fee_sats } of page.transactions) {
      if (fee_sats === undefined || !fees.has(txid)) continue
      if ((said.get(txid) ?? fee_sats) !== fee_sats) wrong += 1
      said.set(txid, fee_sats)
    }
    before = page.next
  }
  const mined = [...said].filter(([txid]) => fees.has(txid))
  return { fees: mined.length, feesWrong: wrong + mined.filter(([txid, sats]) => fees.get(txid) !== sats).length }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The relay's ledger against the chain, subscriber by subscriber, refund by refund. */
export async function countLedger(
  { outputs, payments }: Chain,
  world: PaymentsWorld,
  people: readonly Person[],
  all: readonly Refund[],
) {
  const counts = {
    refunds: all.length,
    paid: 0,
    open: 0,
    cancelled: 0,
    forgotten: 0,
    unsettled: 0,
    falselyPaid: 0,
    creditTwice: 0,
  }
  let ledgersApart = 0
  const unsettled: object[] = []
  for (const person of people) {
    const entries = await readEntries(world, person)
    const { credit_sats, paid_sats } = await readSubscriber(world, person)
    const received = sum(outputs.get(person.address) ?? [])
    const credit = sum(entries.map(({ sats }) => sats))
    if (paid_sats !== received || credit_sats !== credit) ledgersApart += 1
    for (const refund of all.filter(one => one.person.pubkey === person.pubkey)) {
      const told = entries.find(({ id }) => id === refund.id)?.refund
      // An older backup of the wallet was put back: an owner can cancel the refund two weeks later.
      const isForgotten = told?.stuck?.reason === 'unseen'
      const state = isForgotten ? 'forgotten' : (told?.state ?? 'unsettled')
      const got = sum(outputs.get(refund.address) ?? [])
      const isSettled = state === 'paid' || state === 'open' || state === 'cancelled' || state === 'forgotten'
      if (isSettled) counts[state] += 1
      if (state === 'paid' && got !== refund.sats) counts.falselyPaid += 1
      if (!isSettled || (state !== 'paid' && got > 0)) {
        counts.unsettled += 1
        unsettled.push({ ...refund, person: person.pubkey, state, got, payments: payments.get(refund.address) })
      }
      if (takenBy(entries, refund.id) !== (state === 'cancelled' ? 0 : refund.sats)) ledgersApart += 1
      if (got > 0 && takenBy(entries, refund.id) === 0) counts.creditTwice += 1
    }
  }
  return { counts: { ...counts, ledgersApart }, unsettled }
}

/** Credit that a refund has taken, after cancellations and their undoing. */
function takenBy(entries: readonly Entry[], id: number): number {
  const chain = new Set([id])
  let taken = 0
  for (const entry of entries.toReversed())
    if (entry.id === id || (entry.undoes !== null && chain.has(entry.undoes))) {
      chain.add(entry.id)
      taken -= entry.sats
    }
  return taken
}
