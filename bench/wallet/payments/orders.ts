import { feeWord } from '@hornets/contract/wallet/confirmations'
import { giveApproval, listApprovals } from '@hornets/contract/wallet/security'
import {
  abandonTransaction,
  listSends,
  makeTransaction,
  type SpendAnswer,
  type SpendOrder,
} from '@hornets/contract/wallet/spending'
import { password } from '../../../apps/wallet/test/support/world.ts'
import { approvedAbove, type PaymentsWorld } from './payments-world.ts'

export interface Intention {
  readonly address: string
  readonly sats: number
  key: string
  txid: string
  /** Its payment was cancelled in the wallet: it may never arrive. */
  isCancelled: boolean
  isApproved: boolean
}

export const intend = (address: string, sats: number, key: string): Intention => ({
  address,
  sats,
  key,
  txid: '',
  isCancelled: false,
  isApproved: false,
})

type Refusal = { readonly code?: string }

export class Orders {
  readonly intentions: Intention[] = []
  readonly counts = { paid: 0, refused: 0, bumps: 0, cancelled: 0, approvals: 0, unapproved: 0 }
  readonly fees = new Map<string, number>()
  readonly #world: PaymentsWorld

  constructor(world: PaymentsWorld) {
    this.#world = world
  }

  /** Repeats the request as a client without an answer does: with the same key, until there is one. */
  async pay(intention: Intention): Promise<void> {
    const { address: recipient_address, sats: spend_amount, key } = intention
    const priority_rate = 1 + (spend_amount % 15)
    const reply = await this.#send({ choice: 1, recipient_address, spend_amount, priority_rate } as SpendOrder, key)
    if (reply?.body.code === 'confirmation_needed') return void (await this.#approve(intention))
    if (reply?.status !== 200) return
    if (reply.body.status === 'failed') {
      this.counts.refused += 1
      // Nothing was paid: a further attempt, as the console makes it.
      if (!key.endsWith('.2')) intention.key = `${key}.2`
      return
    }
    if (intention.txid === '') {
      this.counts.paid += 1
      if (spend_amount > approvedAbove && !intention.isApproved) this.counts.unapproved += 1
    }
    intention.txid = reply.body.txid
  }

  async payFirmly(intention: Intention): Promise<void> {
    for (let tries = 0; tries < 6 && intention.txid === ''; tries += 1) await this.pay(intention)
  }

  /** @param choice 2 raises, 3 cancels, 4 lifts */
  async replace(txid: string, choice: 2 | 3 | 4, more = 5): Promise<boolean> {
    const rows = (await this.#world.call(() => this.#world.wallet.operator.call(listSends)))?.body
    const row = Array.isArray(rows) ? rows.find(one => one.txid === txid) : undefined
    if (!row) return false
    const new_fee_rate = Math.ceil(row.fee_rate) + more
    const reply = await this.#send({ choice, original_tx_id: txid, new_fee_rate } as SpendOrder, undefined)
    const isDone = reply?.status === 200 && reply.body.status === 'success'
    if (isDone) this.counts[choice === 3 ? 'cancelled' : 'bumps'] += 1
    return isDone
  }

  async pending(): Promise<string[]> {
    const rows = (await this.#world.call(() => this.#world.wallet.operator.call(listSends)))?.body
    return Array.isArray(rows) ? rows.map(({ txid }) => txid) : []
  }

  async abandonOrphans(): Promise<void> {
    const { operator } = this.#world.wallet
    const rows = (await this.#world.call(() => operator.call(listSends)))?.body
    if (!Array.isArray(rows)) return
    for (const { txid, orphaned } of rows)
      if (orphaned) await this.#world.call(() => operator.call(abandonTransaction, { body: { txid } }))
  }

  async #send(order: SpendOrder, key: string | undefined) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const body = { ...order, password, fee_word: feeWord } as SpendOrder
    const { operator } = this.#world.wallet
    const reply = await this.#world.call(() => operator.call(makeTransaction, { body, headers }))
    const { txid, fee_sats } = (reply?.body ?? {}) as Partial<SpendAnswer>
    if (txid && fee_sats !== undefined) this.fees.set(txid, fee_sats)
    return reply as { status: number; body: SpendAnswer & Refusal } | undefined
  }

  async #approve(intention: Intention): Promise<void> {
    const { wallet, second } = this.#world
    const open = (await this.#world.call(() => wallet.operator.call(listApprovals)))?.body
    if (!Array.isArray(open)) return
    for (const { id, content, subject, approved_by } of open) {
      if (subject.kind !== 'payment' || subject.recipient !== intention.address) continue
      intention.isApproved = true
      if (approved_by !== null) continue
      const at = Math.floor((Date.now() + wallet.offsetMs) / 1000)
      try {
        await second.signIn()
        const given = await second.call(giveApproval, { body: { id, event: second.sign(content, 1, at) } })
        if (given.status === 200) this.counts.approvals += 1
      } catch {
        // Killed meanwhile: asked again with the payment.
      }
    }
  }
}
