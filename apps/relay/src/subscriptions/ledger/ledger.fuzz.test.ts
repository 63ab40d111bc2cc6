import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { copySqlite } from '@hornets/server/database/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { AdminDatabase, type AdminTransaction } from '../../database/admin-database.ts'
import { Dice } from '../../demo/history/dice.ts'
import { type ChainLine, Ledger, type LightningPayment } from './ledger.ts'
import { LedgerStore } from './ledger-store.ts'
import { stateOf } from './subscription-state.ts'

const tier = (datalimit: string, price: string) => ({ datalimit, price })
const subscription_tiers = [
  tier('1 GB per month', '1000'),
  tier('2 GB per month', '1700'),
  tier('9 GB per month', '5000'),
]
const settings = { ...relaySettingsDefaults, subscription_tiers }
const people = ['a', 'b', 'c', 'd'].map(letter => ({ pubkey: letter.repeat(64), address: `bcrt1q${letter}` }))
const stranger = { pubkey: 'e'.repeat(64), address: '' }
const dayMs = 86_400_000

/** A coin as the chain has it. Height null: in no block. */
interface Coin {
  readonly txid: string
  readonly address: string
  readonly sats: number
  height: number | null
  isGone: boolean
}

class Killed extends Error {}

async function openWorld(seed: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-fuzz-'))
  let path = join(folder, 'admin.db')
  let copied: string | undefined
  let copies = 0
  const dice = new Dice(seed)
  const coins: Coin[] = []
  const settled: LightningPayment[] = []
  let now = Date.parse('2026-01-01T00:00:00Z')
  let tip = 100
  let database = await AdminDatabase.open(path)
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  await database.transact(async tx => {
    for (const person of people)
      await new LedgerStore(database.reads).insertSubscriber(tx, { ...person, allotted_at: now })
  })
  const rateAt = async () => (dice.chance(0.7) ? dice.between(1_000_000, 9_000_000) : null)
  const ledger = new Ledger({
    reads: database.reads,
    relaySettings: { current: () => settings },
    rateAt,
    now: () => now,
  })
  const lineOf = ({ txid, address, sats, height, isGone }: Coin): ChainLine => ({
    txid,
    vout: 0,
    output: address,
    value_sats: sats,
    isGone,
    date: now,
    confirmations: height === null || isGone ? 0 : tip - height + 1,
  })
  const pushed: ChainLine[][] = []

  const push = (lines: readonly ChainLine[], killedAfter = Number.POSITIVE_INFINITY) =>
    transact(tx => ledger.takeLines(tx, lines, []), killedAfter)
  const tellSettled = (share: number, killedAfter = Number.POSITIVE_INFINITY) => {
    const chosen = settled.filter(() => dice.chance(share))
    const shuffled = [...chosen, ...chosen.slice(0, 3)].sort(() => dice.between(-1, 1))
    return transact(tx => ledger.takeLightning(tx, shuffled), killedAfter)
  }
  const transact = (work: (tx: AdminTransaction) => Promise<unknown>, killedAfter: number) =>
    database
      .transact(tx => work(killedAt(tx, killedAfter)))
      .catch(error => {
        if (!(error instanceof Killed)) throw error
      })

  const moves: Record<string, () => unknown> = {
    pay() {
      const { address } = dice.pick(people)
      const sats = dice.pick([300, 999, 1000, 1700, 2500, 5000, 17_300])
      coins.push({ txid: dice.hex(32), address, sats, height: null, isGone: false })
    },
    payInvoice() {
      const { pubkey } = dice.pick([...people, stranger])
      const sats = dice.pick([1000, 1700, 5000, 400])
      settled.push({ paymentHash: dice.hex(32), pubkey, sats, date: now })
    },
    tellInvoices: () => tellSettled(0.6),
    killInvoices: () => tellSettled(1, dice.between(1, 40)),
    mine() {
      tip += 1
      now += dice.between(1, 20) * dayMs
      for (const coin of coins) if (coin.height === null && !coin.isGone && dice.chance(0.6)) coin.height = tip
    },
    reorganise() {
      const depth = dice.between(1, 4)
      tip -= depth
      for (const coin of coins)
        if (coin.height !== null && coin.height > tip) {
          coin.height = null
          coin.isGone = dice.chance(0.3)
        }
    },
    forget() {
      const coin = coins.find(({ height }) => height === null)
      if (coin) coin.isGone = true
    },
    async tell() {
      const lines = coins.filter(() => dice.chance(0.7)).map(lineOf)
      pushed.push(lines)
      await push(lines)
    },
    async tellTwice() {
      const lines = coins.slice(-5).map(lineOf).reverse()
      await push(lines)
      await push(lines)
    },
    tellLate: () => pushed.length > 0 && push(dice.pick(pushed)),
    kill: () => push(coins.map(lineOf), dice.between(1, 60)),
    backUp() {
      copied = join(folder, `copy-${++copies}.db`)
      copySqlite(path, copied)
    },
    async putBack() {
      await database.close()
      path = copied ?? path
      copied = undefined
      database = await AdminDatabase.open(path)
    },
  }
  return {
    dice,
    moves,
    people: [...people, stranger],
    async settle() {
      await push(coins.map(lineOf))
      await tellSettled(1)
    },
    settledBy: (pubkey: string) =>
      settled.filter(one => one.pubkey === pubkey).reduce((sum, { sats }) => sum + sats, 0),
    paid: (address: string) =>
      coins
        .filter(coin => coin.address === address && coin.height !== null && !coin.isGone)
        .reduce((sum, { sats }) => sum + sats, 0),
    reads: () => database.reads,
  }
}

function killedAt(tx: AdminTransaction, statements: number): AdminTransaction {
  let left = statements
  const asking = new Set(['selectFrom', 'insertInto', 'updateTable'])
  return new Proxy(tx, {
    get(target, name) {
      if (asking.has(String(name)) && --left < 0) throw new Killed()
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

it.each(Array.from({ length: 12 }, (_, index) => `seed ${index}`))(
  'the ledger equals the chain and the settled invoices after kills, repeated and late pushes, reorganisations and a backup put back: %s',
  async seed => {
    const world = await openWorld(seed)
    const names = Object.keys(world.moves)
    for (let step = 0; step < 120; step++) {
      const name = world.dice.chance(0.5)
        ? world.dice.pick(['pay', 'payInvoice', 'mine', 'tell'])
        : world.dice.pick(names)
      await world.moves[name]?.()
    }
    await world.settle()
    let earned = 0
    for (const { pubkey, address } of world.people) {
      const entries = await new LedgerStore(world.reads()).listEntries(pubkey)
      const payments = entries.filter(({ kind }) => kind === 'payment' || kind === 'payment_reversed')
      const byCoin = Map.groupBy(payments, ({ txid }) => txid)
      for (const [, own] of byCoin)
        expect(own.map(({ sats }) => Math.sign(sats))).toEqual(own.map((_, index) => (index % 2 === 0 ? 1 : -1)))
      const sum = payments.reduce((total, { sats }) => total + sats, 0)
      expect(sum).toBe(world.paid(address) + world.settledBy(pubkey))
      earned += sum
      const { creditSats, expiresAt } = stateOf(entries)
      const undone = new Set(entries.map(({ undoes }) => undoes))
      const bought = entries.filter(({ id, kind }) => kind === 'purchase' && !undone.has(id))
      expect(creditSats).toBe(sum + bought.reduce((total, { sats }) => total + sats, 0))
      expect(creditSats).toBeGreaterThanOrEqual(0)
      expect(expiresAt === null).toBe(bought.length === 0)
    }
    const months = await world.reads().selectFrom('subscription_months').selectAll().execute()
    expect(months.reduce((total, { sats }) => total + sats, 0)).toBe(earned)
    const coins = await world.reads().selectFrom('subscription_coins').selectAll().where('state', '=', 'paid').execute()
    expect(months.reduce((total, { payments }) => total + payments, 0)).toBe(coins.length)
    for (const name of ['sats', 'payments', 'usd_cents', 'unpriced_sats'] as const)
      expect(months.every(row => row[name] >= 0)).toBe(true)

    const before = await world.reads().selectFrom('subscription_entries').selectAll().execute()
    await world.settle()
    expect(await world.reads().selectFrom('subscription_entries').selectAll().execute()).toEqual(before)
  },
  60_000,
)
