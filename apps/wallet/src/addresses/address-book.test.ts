import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { reservedMax } from '@hornets/contract/wallet/set-up'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { networkTraits } from '../bitcoin/network.ts'
import type { Place } from '../chain/chain.ts'
import { serialiseTransaction, txidOf } from '../coins/raw-transaction.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import { ChainBook } from '../history/book/chain-book.ts'
import { publicAccount } from '../keys/account/account.ts'
import { Vault } from '../keys/vault.ts'
import { AddressBook } from './address-book.ts'

afterAll(forgoDurability())
const network = networkTraits('regtest')
const hourMs = 60 * 60_000

async function openBook({ isSearched = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'address-book-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  onTestFinished(async () => {
    database.close()
    await rm(folder, { recursive: true })
  })
  const clock = { now: 1000 }
  const now = () => clock.now
  const vault = new Vault({ database, network, now, sealCost: { memoryKib: 64, passes: 1, lanes: 1 } })
  await vault.watch(publicAccount(Buffer.alloc(64, 9), 'bip84', network).xpub)
  if (isSearched) vault.record.markSearched()
  const book = new AddressBook({ database, vault, lookahead: 0, now, onChange: () => undefined })
  const chainBook = new ChainBook({ database, addresses: book, network, now, onChange: () => undefined })
  await book.fill()
  let lockTime = 0
  const tip = { height: 1, hash: 'tip', synced: true }
  return {
    clock,
    book,
    database,
    vault,
    pay() {
      const { idx, script } = book.nextChange()
      lockTime += 1
      const input = { txid: 'ab'.repeat(32), vout: lockTime, sequence: 0, scriptSig: '', witness: [] }
      const transaction = { version: 2, inputs: [input], outputs: [{ valueSats: 1000, script }], lockTime }
      const hex = serialiseTransaction(transaction)
      database.transact(tx => {
        book.takeChange(tx, script)
        chainBook.record(tx, hex)
      })
      return { index: idx, txid: txidOf(transaction), hex }
    },
    draft() {
      const { idx, script } = book.nextChange()
      database.transact(tx => book.takeChange(tx, script, clock.now + hourMs))
      return idx
    },
    refuse: (txid: string) => database.transact(tx => chainBook.forget(tx, txid)),
    tell: (txid: string, kind: Exclude<Place['kind'], 'block'>) =>
      chainBook.apply({ sightings: [{ txid, place: { kind } }], cursor: '', more: false }, 'esplora', tip),
  }
}

test('a wallet that is still searched for pays nothing back to itself: the address could have been used before', async () => {
  const { book, vault } = await openBook({ isSearched: false })
  expect(() => book.nextChange()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  vault.record.markSearched()
  expect(book.nextChange().idx).toBe(0)
})

test('payments that the network refuses use up no change address', async () => {
  const { book, pay, refuse } = await openBook()
  for (let payment = 0; payment < 30; payment += 1) {
    const { index, txid } = pay()
    expect(index).toBe(0)
    refuse(txid)
  }
  expect(pay().index).toBe(0)
  expect(book.nextChange().idx).toBe(1)
})

test('gives concurrent payments distinct change addresses, and reuses those of expired drafts', async () => {
  const { clock, pay, draft, refuse } = await openBook()
  expect([draft(), draft(), draft()]).toEqual([0, 1, 2])
  const first = pay()
  const second = pay()
  expect([first.index, second.index]).toEqual([3, 4])
  refuse(first.txid)
  expect([draft(), draft()]).toEqual([3, 5])
  clock.now += hourMs
  expect([draft(), pay().index, pay().index, draft(), draft()]).toEqual([0, 1, 2, 3, 5])
})

test('change never lies beyond what a restore looks for: rather than that, a payment waits', async () => {
  const { clock, book, draft, pay } = await openBook()
  for (let index = 0; index < 20; index += 1) expect(draft()).toBe(index)
  expect(() => book.nextChange()).toThrow(/Too many payments are waiting to be signed elsewhere/)
  clock.now += hourMs
  expect(pay().index).toBe(0)
  for (let index = 1; index < 21; index += 1) expect(draft()).toBe(index)
  expect(() => book.nextChange()).toThrow(/Too many payments/)
})

test('change of a payment that the network had and lost is left alone, unless the gap would grow too large', async () => {
  const { book, pay, tell } = await openBook()
  for (let index = 0; index < 20; index += 1) {
    const { index: taken, txid } = pay()
    expect(taken).toBe(index)
    await tell(txid, 'mempool')
    await tell(txid, 'nowhere')
  }
  expect(pay().index).toBe(0)
  expect(book.nextChange().idx).toBe(20)
})

test('of the addresses that have been given out those wait for a payment that have none, the newest before all', async () => {
  const { book, database } = await openBook()
  database.transact(tx => book.giveOut(tx, 'operator', 25))
  const scripts = Array.from({ length: 25 }, (_, index) => book.at(0, index).script)
  expect(book.awaitedScripts()).toEqual(scripts.slice(5).reverse())
  database.transact(tx => book.markUsed(tx, book.at(0, 24)))
  expect(book.awaitedScripts()).toEqual(scripts.slice(4, 24).reverse())
})

test('follows every address that was given out, paid or not, and as many after it as a restore looks for', async () => {
  const { book, database, vault } = await openBook()
  const given = database.transact(tx => book.giveOut(tx, 'relay', 65))
  await book.fill()
  expect(book.watchedCount()[0]).toBe(65 + vault.wallet().gapLimit)
  const followed = new Set(book.watchedScripts())
  expect(given.filter(({ script }) => !followed.has(script))).toEqual([])
})

test('the relay reserves no more addresses than a restore finds, until some are paid', async () => {
  const { book, database } = await openBook()
  const reserved = `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 100 + ? - 3)
    INSERT INTO addresses (branch, idx, address, script, purpose) SELECT 0, i, i, i, 'relay' FROM n`
  database.transact(tx => tx.run(reserved, reservedMax))
  const reserve = (count: number) => database.transact(tx => book.reserve(tx, count))
  expect(() => reserve(3)).toThrow(walletMessages.tooManyReserved)
  database.transact(tx => tx.run('UPDATE addresses SET used = 1 WHERE idx = 100'))
  expect(() => reserve(3)).not.toThrow()
  expect(() => reserve(1)).toThrow(walletMessages.tooManyReserved)
})

async function openOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'address-book-'))
  const database = await WalletDatabase.open(join(folder, 'wallet.db'))
  const now = () => 1000
  const vault = new Vault({ database, network, now, sealCost: { memoryKib: 64, passes: 1, lanes: 1 } })
  onTestFinished(async () => {
    vault.forget()
    database.close()
    await rm(folder, { recursive: true })
  })
  await vault.create({ password: 'correct horse', passphrase: '', type: 'bip84', wordCount: 12 })
  const parts = { database, vault, lookahead: 0, now, subscribersWindow: 8, onChange: () => undefined }
  return { database, vault, book: new AddressBook(parts) }
}

const keyOf = (number: number) => number.toString(16).padStart(64, '0')

test('gives each subscriber an address of their account, the next index after a collision, and widens no gap', async () => {
  const { book, vault } = await openOwn()
  const given = []
  for (let number = 0; number < 30; number += 1) given.push(await book.giveTo(keyOf(number)))
  expect(given.every(({ branch }) => branch === 2)).toBe(true)
  expect(new Set(given.map(({ address }) => address)).size).toBe(30)
  expect(book.watchedCount()[2]).toBe(Math.ceil(book.subscribersInUse() / 8) * 8)
  expect(book.subscribersInUse()).toBeGreaterThan(24)
  for (const [number, row] of given.entries()) expect(await book.giveTo(keyOf(number))).toEqual(row)
  expect([book.unusedRun(), vault.wallet().widestGap]).toEqual([0, 0])
})

test('gives two calls for the same key the same address', async () => {
  const { book } = await openOwn()
  const [one, other] = await Promise.all([book.giveTo(keyOf(5)), book.giveTo(keyOf(5))])
  expect(one).toEqual(other)
})

test('gives a key the next address if the relay gave this one to another key', async () => {
  const { book } = await openOwn()
  const first = await book.giveTo(keyOf(1))
  const second = await book.giveTo(keyOf(1), [first.address])
  expect(second.address).not.toBe(first.address)
  expect(await book.giveTo(keyOf(1))).toEqual(second)
})

test('a watch-only wallet gives subscribers its own receiving addresses and remembers the widest gap', async () => {
  const { book, database, vault } = await openBook()
  for (let number = 0; number < 30; number += 1)
    expect(await book.giveTo(keyOf(number))).toMatchObject({ branch: 0, idx: number })
  expect(await book.giveTo(keyOf(3))).toMatchObject({ idx: 3 })
  expect([book.unusedRun(), vault.wallet().widestGap]).toEqual([30, 30])
  database.transact(tx => book.markUsed(tx, book.at(0, 29)))
  expect([book.unusedRun(), vault.wallet().widestGap]).toEqual([0, 30])
})
