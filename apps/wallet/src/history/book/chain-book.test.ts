import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { AddressBook } from '../../addresses/address-book.ts'
import { networkTraits } from '../../bitcoin/network.ts'
import type { Changes, FoundCoin, Place } from '../../chain/chain.ts'
import { serialiseTransaction, txidOf } from '../../coins/raw-transaction.ts'
import { WalletDatabase } from '../../database/wallet-database.ts'
import { CoinBook } from '../coin-book.ts'
import { ChainBook } from './chain-book.ts'

afterAll(forgoDurability())
const script = `0014${'11'.repeat(20)}`
const foreign = `0014${'22'.repeat(20)}`
const address = { branch: 0, idx: 0, address: 'bcrt1', script, purpose: null, used: 0 } as const
const addresses = {
  find: (given: string) => (given === script ? address : undefined),
  at: () => address,
  markUsed: () => undefined,
} as unknown as AddressBook
const tip = { height: 500, hash: 'tip', synced: true }

let clockMs = 0
let folder: string
let database: WalletDatabase
let chainBook: ChainBook
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chainBook-'))
  database = await WalletDatabase.open(join(folder, 'wallet.db'))
  database.transact(tx =>
    tx.run("INSERT INTO addresses (branch, idx, address, script) VALUES (0, 0, 'bcrt1', ?)", script),
  )
  chainBook = new ChainBook({
    database,
    addresses,
    network: networkTraits('regtest'),
    now: () => (clockMs += 1),
    onChange: () => undefined,
  })
})
afterEach(async () => {
  database.close()
  await rm(folder, { recursive: true })
})

const balance = () => new CoinBook({ database, now: () => 0, tipHeight: () => tip.height }).balance()
const block = (height: number) => ({ kind: 'block', hash: `block ${height}`, height, timeMs: 0 }) as const
function payment(to: string, valueSats: number, from: { txid: string; vout: number }, ...others: string[]) {
  const input = { ...from, sequence: 0, scriptSig: '', witness: [] }
  const outputs = [to, ...others].map(script => ({ valueSats, script }))
  const transaction = { version: 2, inputs: [input], outputs, lockTime: 0 }
  return { txid: txidOf(transaction), hex: serialiseTransaction(transaction) }
}
type Paid = ReturnType<typeof payment>
const apply = (source: string, changes: Partial<Changes>, at = tip) =>
  chainBook.apply({ sightings: [], cursor: 'next', more: false, ...changes }, source, at)
const found = (txid: string): FoundCoin => ({
  txid,
  vout: 0,
  valueSats: 1000,
  script,
  isCoinbase: false,
  block: block(7),
})
const gap = { height: 300, coins: 1, sats: 1000 }
const outside = { txid: 'ee'.repeat(32), vout: 0 }

test.each([
  ['waited', [{ kind: 'mempool' }]],
  ['was given up', [{ kind: 'mempool' }, { kind: 'nowhere' }]],
] as [string, Place[]][])(
  'a payment to us that %s is counted once its block is known, though the node no longer has that',
  async (_, places) => {
    const paid = payment(script, 1000, outside)
    for (const place of places) await apply('esplora', { sightings: [{ ...paid, place }] })
    expect(balance().confirmed).toBe(0)
    chainBook.startSearch({ gap, coins: [found(paid.txid)], count: [1, 1, 0] }, 'bitcoind')
    expect(balance()).toEqual({ confirmed: 1000, pending: 0 })
    expect(chainBook.chainState()).toMatchObject({ source: 'bitcoind', cursor: null, gap })
  },
)

test('a coin that a node did not have when it was asked returns if a source has everything, except for coins whose spender it names', async () => {
  const [one, other] = ['aa'.repeat(32), 'bb'.repeat(32)] as [string, string]
  chainBook.startSearch({ gap, coins: [found(one), found(other)], count: [1, 1, 0] }, 'bitcoind')
  const held = [one, other].map(txid => ({ txid, vout: 0, isSpent: true }))
  await apply('bitcoind', { held }, { ...tip, synced: false })
  expect(balance().confirmed).toBe(2000)
  await apply('bitcoind', { held })
  expect(balance().confirmed).toBe(0)
  const spender = { ...payment(foreign, 900, { txid: other, vout: 0 }), place: block(320) }
  await apply('esplora', { sightings: [spender] })
  chainBook.releaseGone()
  expect(balance().confirmed).toBe(1000)
})

test('an answer to a question from before a payment was broadcast undoes nothing that the payment did', async () => {
  const coin = payment(script, 1000, outside)
  await apply('esplora', { sightings: [{ ...coin, place: block(7) }] })
  const [first, second] = [900, 800].map(sats => payment(script, sats, { txid: coin.txid, vout: 0 })) as [Paid, Paid]
  const send = ({ txid, hex }: Paid) =>
    database.transact(tx => {
      chainBook.record(tx, hex)
      chainBook.accept(tx, txid)
    })
  const places = () => [first, second].map(({ txid }) => chainBook.find(txid)?.state)
  const at = ({ txid }: Paid, kind: 'mempool' | 'nowhere') => ({ txid, place: { kind } })
  send(first)
  chainBook.beginRound()
  send(second)
  await apply('esplora', { sightings: [at(first, 'mempool'), at(second, 'nowhere')] })
  expect(places()).toEqual(['replaced', 'mempool'])
  // A server that still reports both.
  chainBook.beginRound()
  await apply('esplora', { sightings: [at(first, 'mempool'), at(second, 'mempool')] })
  expect(places()).toEqual(['replaced', 'mempool'])
  expect(balance()).toEqual({ confirmed: 800, pending: 0 })
  // Its mempool is outdated: what replaced the other is rebroadcast.
  chainBook.beginRound()
  await apply('esplora', { sightings: [at(first, 'mempool'), at(second, 'nowhere')] })
  expect(places()).toEqual(['mempool', 'recorded'])
  expect(balance()).toEqual({ confirmed: 900, pending: 0 })
})

test('owns a coin exactly while it is listed, not when spent, replaced or built on a lost one', async () => {
  const coins = new CoinBook({ database, now: () => 0, tipHeight: () => tip.height })
  const coin = payment(script, 1000, outside)
  const [first, second] = [900, 800].map(sats => payment(script, sats, { txid: coin.txid, vout: 0 })) as [Paid, Paid]
  const child = payment(script, 700, { txid: first.txid, vout: 0 })
  const waiting = payment(script, 500, { txid: 'dd'.repeat(32), vout: 0 })
  const onward = payment(script, 200, { txid: waiting.txid, vout: 0 }, foreign)
  const held = () => {
    const all = [coin, first, second, child, waiting, onward].filter(({ txid }) => coins.holds({ txid, vout: 0 }))
    expect(all.map(({ txid }) => txid).sort()).toEqual(
      coins
        .page({ limit: 1000, offset: 0 })
        .map(({ txid }) => txid)
        .sort(),
    )
    return all
  }
  expect(held()).toEqual([])
  await apply('esplora', { sightings: [{ ...coin, place: block(7) }] })
  expect(held()).toEqual([coin])
  expect(coins.holds({ txid: coin.txid, vout: 1 })).toBe(false)
  database.transact(tx => chainBook.record(tx, first.hex))
  expect(held()).toEqual([first])
  database.transact(tx => chainBook.record(tx, child.hex))
  expect(held()).toEqual([child])
  database.transact(tx => {
    chainBook.record(tx, second.hex)
    chainBook.accept(tx, second.txid)
  })
  expect(held()).toEqual([second])
  await apply('esplora', { sightings: [{ ...waiting, place: { kind: 'mempool' } }] })
  database.transact(tx => chainBook.record(tx, onward.hex))
  expect(held()).toEqual([second, onward])
  await apply('esplora', { sightings: [{ ...waiting, place: { kind: 'nowhere' } }] })
  expect(held()).toEqual([second])
})

test('a payment that is broadcast while a long answer is read is not undone by the rest of it', async () => {
  const coin = payment(script, 1000, outside)
  await apply('esplora', { sightings: [{ ...coin, place: block(7) }] })
  const [first, second] = [900, 800].map(sats => payment(script, sats, { txid: coin.txid, vout: 0 })) as [Paid, Paid]
  database.transact(tx => {
    chainBook.record(tx, first.hex)
    chainBook.accept(tx, first.txid)
    chainBook.record(tx, second.hex)
  })
  const others = Array.from({ length: 200 }, (_, vout) => payment(script, 1000, { ...outside, vout: vout + 1 }))
  const mempool = { kind: 'mempool' } as const
  chainBook.beginRound()
  const taken = apply('esplora', {
    sightings: [
      ...others.map(one => ({ ...one, place: mempool })),
      { txid: first.txid, place: mempool },
      { txid: second.txid, place: { kind: 'nowhere' } },
    ],
  })
  database.transact(tx => chainBook.accept(tx, second.txid))
  await taken
  expect([first, second].map(({ txid }) => chainBook.find(txid)?.state)).toEqual(['replaced', 'mempool'])
})

test('keeps an incoming payment while a mempool has a child of it, since one backend can lag', async () => {
  const slow = payment(script, 1000, outside)
  const child = payment(script, 800, { txid: slow.txid, vout: 0 })
  const states = () => [slow, child].map(({ txid }) => chainBook.find(txid)?.state)
  const mempool = { kind: 'mempool' } as const
  await apply('esplora', { sightings: [slow, child].map(one => ({ ...one, place: mempool })) })
  const nowhere = { txid: slow.txid, place: { kind: 'nowhere' } } as const
  await apply('esplora', { sightings: [nowhere, { txid: child.txid, place: mempool }] })
  expect(states()).toEqual(['mempool', 'mempool'])
  await apply('esplora', { sightings: [nowhere, { ...nowhere, txid: child.txid }] })
  // Ours waits: whoever has the other can rebroadcast it.
  expect(states()).toEqual(['dropped', 'recorded'])
})

test("writes nothing after a round without changes, since the source's position can be a megabyte", async () => {
  const written = () => database.reads.get<{ n: number }>('SELECT total_changes() AS n')?.n
  await apply('esplora', { cursor: 'here' })
  const before = written()
  await apply('esplora', { cursor: 'here' })
  expect(written()).toBe(before)
  await apply('esplora', { cursor: 'there' })
  expect([chainBook.chainState().cursor, written()]).toEqual(['there', (before ?? 0) + 1])
})
