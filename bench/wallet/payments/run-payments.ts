import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from '../../../apps/relay/src/demo/history/dice.ts'
import { coinsApart, countFees, countLedger, countPayments, readChain, walletAddresses } from './books.ts'
import { intend, Orders } from './orders.ts'
import { PaymentsWorld, type Source, until } from './payments-world.ts'
import { type Person, signInAnew } from './people.ts'
import { Refunds, stories } from './refunds.ts'
import { OlderBackup, restoreFromWords } from './restores.ts'
import { Troubles } from './troubles.ts'

export interface PaymentsOptions {
  readonly source: Source
  readonly seed: number
  readonly payments: number
  /** Time after which no step begins. */
  readonly mostMs?: number
}

const settleTries = 120
const heardTries = 60
const fundedEvery = 12
const subscribersMax = 30

export async function runPayments({ source, seed, payments, mostMs = Number.POSITIVE_INFINITY }: PaymentsOptions) {
  const world = await PaymentsWorld.open(source)
  const run = new Run(world, seed)
  try {
    const until = performance.now() + mostMs
    for (let step = 0; run.orders.intentions.length < payments && performance.now() < until; step += 1)
      await run.step(step, payments)
    return await run.settle()
  } finally {
    await run.backup.drop()
    await world.close()
  }
}

export type PaymentsReport = Awaited<ReturnType<typeof runPayments>>

class Run {
  readonly orders: Orders
  readonly backup = new OlderBackup()
  readonly #world: PaymentsWorld
  readonly #dice: Dice
  readonly #troubles: Troubles
  readonly #refunds: Refunds
  readonly #people: Person[] = []
  readonly #restores = { backups: 0 }
  /** Orders before the last backup was put back are forgotten: nobody repeats them. */
  #remembered = 0

  constructor(world: PaymentsWorld, seed: number) {
    this.#world = world
    this.#dice = new Dice(`payments ${seed}`)
    this.orders = new Orders(world)
    this.#troubles = new Troubles(world, this.#dice, this.orders)
    this.#refunds = new Refunds({ world, dice: this.#dice, orders: this.orders, troubles: this.#troubles })
  }

  async step(step: number, payments: number): Promise<void> {
    if (step % fundedEvery === 0) await this.#fund()
    if (step % 3 === 2) await this.#refund(step)
    else await this.#pay(step)
    if (this.#dice.chance(0.3)) await this.#troubles.bump()
    if (this.#dice.chance(0.2)) await this.#repeat()
    await this.#troubles.between()
    const half = Math.max(8, Math.floor(payments / 10))
    if (step % half === 2) await this.backup.take(this.#world)
    if (step % half === 6) await this.#putBack()
  }

  async settle() {
    const { node, wallet } = this.#world
    wallet.setClock(0)
    const addresses = await walletAddresses(this.#world)
    let apart = Number.NaN
    let ledger: Awaited<ReturnType<typeof countLedger>> | undefined
    for (let left = settleTries; left > 0; left -= 1) {
      await node.mine(1)
      await sleep(1000)
      await this.orders.abandonOrphans()
      const chain = await readChain(node)
      apart = await coinsApart(this.#world, chain, addresses)
      if (apart !== 0) continue
      ledger = await countLedger(chain, this.#world, this.#people, this.#refunds.made)
      const { counts } = ledger
      if (counts.unsettled + counts.ledgersApart + counts.falselyPaid === 0) break
    }
    for (const refund of ledger?.unsettled ?? []) process.stderr.write(`${JSON.stringify({ unsettled: refund })}\n`)
    const chain = await readChain(node)
    const { freezes, deaths, walletKills, relayKills, reorgs, doubleSpends, clockJumps } = this.#troubles.counts
    const { overdrawn } = this.#refunds
    return {
      payments: { made: this.orders.intentions.length, ...countPayments(chain, this.orders), ...this.orders.counts },
      troubles: { kills: walletKills + relayKills, freezes, deaths, reorgs, doubleSpends, clockJumps },
      fees: await countFees(chain, this.#world, this.orders),
      refunds: { ...ledger?.counts, overdrawn, stories: Object.fromEntries(this.#refunds.counts) },
      books: {
        coinsApart: apart,
        ledgersApart: ledger?.counts.ledgersApart ?? Number.NaN,
        subscribers: this.#people.length,
      },
      restores: { ...this.#restores, ...(await restoreFromWords(this.#world)) },
    }
  }

  async #pay(step: number): Promise<void> {
    const isLarge = this.#dice.chance(0.12)
    const sats = isLarge ? this.#dice.between(160_000, 300_000) : this.#dice.between(20_000, 120_000)
    const intention = intend(await this.#world.node.newAddress(), sats, `payment ${step}`)
    this.orders.intentions.push(intention)
    await this.#troubles.amid(() => this.orders.pay(intention))
    await this.orders.payFirmly(intention)
  }

  async #refund(step: number): Promise<void> {
    this.#world.wallet.setClock(0)
    if (this.#people.length < subscribersMax && (this.#people.length < 2 || this.#dice.chance(0.3)))
      this.#people.push(await signInAnew(this.#world, this.#dice))
    const story = stories[((step - 2) / 3) % stories.length]
    if (story) await this.#refunds.tell(story, this.#dice.pick(this.#people))
  }

  async #fund(): Promise<void> {
    this.#world.wallet.setClock(0)
    await this.#world.fund(8)
  }

  async #repeat(): Promise<void> {
    const known = this.orders.intentions.slice(this.#remembered)
    if (known.length > 0) await this.orders.pay(this.#dice.pick(known))
  }

  async #putBack(): Promise<void> {
    // What the wallet has not reported is forgotten with it, and the relay would never hear of a refund's payment.
    this.#world.wallet.setClock(0)
    await until(async () => ((await this.#refunds.areHeard()) ? true : undefined), heardTries).catch(() => undefined)
    if (!(await this.backup.putBack(this.#world))) return
    this.#restores.backups += 1
    this.#remembered = this.orders.intentions.length
  }
}

/** Everything that must be zero; empty if the run held. */
export function faultsOf({ payments, fees, refunds, books, restores }: PaymentsReport): string[] {
  const must = {
    paidTwice: payments.paidTwice,
    wrongAmounts: payments.wrongAmounts,
    unapproved: payments.unapproved,
    feesWrong: fees.feesWrong,
    unsettledRefunds: refunds.unsettled ?? Number.NaN,
    falselyPaid: refunds.falselyPaid ?? Number.NaN,
    creditTwice: refunds.creditTwice ?? Number.NaN,
    overdrawn: refunds.overdrawn,
    coinsApart: books.coinsApart,
    ledgersApart: books.ledgersApart,
    notFound: restores.onChainSats - restores.foundSats,
  }
  return Object.entries(must).flatMap(([name, count]) => (count === 0 ? [] : [`${name}: ${count}`]))
}
