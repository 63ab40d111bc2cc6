import { finalConfirmations } from '@hornets/contract/wallet/accounting'
import type { Dice } from '../../../apps/relay/src/demo/history/dice.ts'
import { type Intention, intend, type Orders } from './orders.ts'
import { type PaymentsWorld, until } from './payments-world.ts'
import { type Person, payIn, readEntries, readSubscriber } from './people.ts'
import type { Troubles } from './troubles.ts'

export interface Refund {
  readonly person: Person
  readonly id: number
  readonly address: string
  readonly sats: number
}

export const stories = [
  'paid',
  'raised',
  'cancelled before it is paid',
  'cancelled while another admin pays it',
  'its payment is cancelled',
  'its payment is cancelled and mined, the relay away',
  'its payment is cancelled and mined immediately',
  'a wrong amount to another address under its intention',
  'two admins at the same time',
  "the subscriber's payment is undone",
  "the subscriber's payment is spent elsewhere",
] as const
export type Story = (typeof stories)[number]

const creditSats = 12_000
const stateTries = 40

export class Refunds {
  readonly made: Refund[] = []
  readonly counts = new Map<Story, number>()
  /** Refunds that were prepared although there was no credit, or to the wallet's own address. */
  overdrawn = 0
  readonly #world: PaymentsWorld
  readonly #dice: Dice
  readonly #orders: Orders
  readonly #troubles: Troubles

  constructor(parts: { world: PaymentsWorld; dice: Dice; orders: Orders; troubles: Troubles }) {
    this.#world = parts.world
    this.#dice = parts.dice
    this.#orders = parts.orders
    this.#troubles = parts.troubles
  }

  async tell(story: Story, person: Person): Promise<void> {
    this.counts.set(story, (this.counts.get(story) ?? 0) + 1)
    const paidWith = await payIn(this.#world, person, creditSats + this.#dice.between(0, 9000))
    const { credit_sats } = await readSubscriber(this.#world, person)
    if (credit_sats <= 0) return
    if (story === 'two admins at the same time') return this.#together(person, credit_sats)
    const refund = await this.#prepare(person, Math.min(credit_sats, 8000))
    if (refund) await this.#follow(story, refund, paidWith)
  }

  /** Whether the relay knows of every payment that was made for a refund. */
  async areHeard(): Promise<boolean> {
    for (const refund of this.made) {
      const isPayment = ({ address, txid, isCancelled }: Intention) =>
        address === refund.address && txid !== '' && !isCancelled
      if (this.#orders.intentions.some(isPayment) && (await this.#read(refund)).state === 'open') return false
    }
    return true
  }

  async #follow(story: Story, refund: Refund, paidWith: string): Promise<void> {
    const { chain, relay } = this.#world
    if (story === 'cancelled before it is paid') return this.#cancel(refund)
    if (story === 'cancelled while another admin pays it')
      return void (await Promise.all([this.#pay(refund), this.#cancel(refund)]))
    if (story.startsWith('a wrong amount')) return this.#payWrongly(refund)
    if (story === "the subscriber's payment is undone") await this.#undo(() => this.#mineEmpty(2))
    else if (story === "the subscriber's payment is spent elsewhere")
      await this.#undo(() => this.#spendElsewhere(paidWith))
    else if (story === 'its payment is cancelled and mined, the relay away') {
      let isCancelled = false
      await relay.restart('SIGKILL', async () => {
        this.#troubles.relayIsAway = true
        isCancelled = await this.#payAndCancel(refund)
        if (isCancelled) await chain.node.mine(1)
        this.#troubles.relayIsAway = false
      })
      return this.#afterwards(refund, isCancelled)
    } else if (story.startsWith('its payment is cancelled')) {
      const isCancelled = await this.#payAndCancel(refund)
      if (story.endsWith('immediately') && isCancelled) await chain.node.mine(1)
      return this.#afterwards(refund, isCancelled)
    }
    const { txid } = await this.#pay(refund)
    if (story === 'raised' && txid) await this.#troubles.amid(async () => void (await this.#orders.replace(txid, 2)))
  }

  async #pay(refund: Refund, attempt = ''): Promise<Intention> {
    const intention = this.#intend(refund, attempt)
    await this.#troubles.amid(() => this.#orders.pay(intention))
    await this.#orders.payFirmly(intention)
    return intention
  }

  #intend(refund: Refund, attempt: string): Intention {
    const intention = intend(refund.address, refund.sats, intentionOf(refund) + attempt)
    this.#orders.intentions.push(intention)
    return intention
  }

  async #payAndCancel(refund: Refund): Promise<boolean> {
    const intention = await this.#pay(refund)
    intention.isCancelled = intention.txid !== '' && (await this.#orders.replace(intention.txid, 3))
    return intention.isCancelled
  }

  /** Orders here go to the wallet directly: the relay hears of a payment later, and 'open' says nothing before. */
  async #afterwards(refund: Refund, isCancelled: boolean): Promise<void> {
    await this.#world.node.mine(1)
    // Too early: what replaced the first payment can still be reorganised away.
    if (isCancelled && this.#dice.chance(0.3)) await this.#orders.pay(this.#intend(refund, '.2'))
    await this.#world.node.mine(finalConfirmations)
    if (!isCancelled)
      await until(async () => ((await this.#read(refund)).state === 'open' ? undefined : true), stateTries).catch(
        () => 0,
      )
    const state = await until(async () => {
      const { state } = await this.#read(refund)
      return state === 'sent' ? undefined : state
    }, stateTries).catch(() => 'sent')
    if (state !== 'open') return
    if (this.#dice.chance(0.5)) await this.#cancel(refund)
    else await this.#pay(refund, '.2')
  }

  async #payWrongly(refund: Refund): Promise<void> {
    const elsewhere = intend(await this.#world.node.newAddress(), refund.sats / 10, intentionOf(refund))
    this.#orders.intentions.push(elsewhere)
    await this.#orders.payFirmly(elsewhere)
    await this.#afterwards(refund, true)
  }

  /** Both ask for the whole credit: one of them gets it. */
  async #together(person: Person, credit: number): Promise<void> {
    const sats = Math.min(credit, 8000)
    const [one, other] = await Promise.all([this.#prepare(person, credit), this.#prepare(person, sats)])
    if (one && other) this.overdrawn += 1
    const made = one ?? other
    if (!made) return
    await this.#refuseMore(person)
    await this.#pay(made)
  }

  async #refuseMore(person: Person): Promise<void> {
    const { credit_sats } = await readSubscriber(this.#world, person)
    if (await this.#prepare(person, credit_sats + 1)) this.overdrawn += 1
    if (credit_sats > 0 && (await this.#prepare(person, credit_sats, person.address))) this.overdrawn += 1
  }

  /** Undefined if it is refused. After a kill the admin looks whether it was stored. */
  async #prepare(person: Person, sats: number, to?: string): Promise<Refund | undefined> {
    const address = to ?? (await this.#world.node.newAddress())
    const { status, body } = await this.#world.ask(`/api/subscribers/${person.pubkey}/refund`, { sats, address })
    const refused = status !== 200
    const id = refused ? undefined : (body as { refund_id: number }).refund_id
    if (id === undefined) return undefined
    const refund = { person, id, address, sats }
    this.made.push(refund)
    return refund
  }

  async #cancel({ person, id }: Refund): Promise<void> {
    await this.#world.ask(`/api/subscribers/${person.pubkey}/refund/cancel`, { refund_id: id })
  }

  async #read({ person, id }: Refund): Promise<{ state: string }> {
    const entry = (await readEntries(this.#world, person)).find(one => one.id === id)
    return { state: entry?.refund?.state ?? 'unknown' }
  }

  async #undo(then: () => Promise<void>): Promise<void> {
    const { chain } = this.#world
    const undo = async () => {
      await chain.node.rpc('invalidateblock', [await chain.node.rpc<string>('getbestblockhash')])
      await then()
    }
    await chain.survive(() => this.#world.hidden(undo))
  }

  async #mineEmpty(blocks: number): Promise<void> {
    const { node } = this.#world
    for (let left = blocks; left > 0; left -= 1) await node.rpc('generateblock', [await node.newAddress(), []])
    await node.rpc('syncwithvalidationinterfacequeue')
  }

  /** The payer takes back what was in the block that is gone. */
  async #spendElsewhere(txid: string): Promise<void> {
    const { node } = this.#world
    const outputs = [{ [await node.newAddress()]: 0.0001 }]
    await node.miner('bumpfee', [txid, { fee_rate: 60, outputs }]).catch(() => undefined)
    await node.mine(2)
  }
}

const intentionOf = ({ id }: Refund): string => `subscription-refund-${id}`
