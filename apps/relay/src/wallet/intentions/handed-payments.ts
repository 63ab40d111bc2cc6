import type { HandedBefore } from '@hornets/contract/wallet/relay/handed-before'
import { makeTransaction, spendOrder } from '@hornets/contract/wallet/spending'
import type { Clock } from '@hornets/server/clock'
import { parseSafely } from '@hornets/server/http/serve'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { type HandedRow, HandedStore } from './handed-store.ts'
import { IntentionStore } from './intention-store.ts'

export interface HandedPaymentsParts {
  readonly database: AdminDatabase
  readonly now: Clock
}

export interface Handing {
  readonly before: HandedBefore | null
  answered(answer: { readonly status: number; readonly text: string }): Promise<void>
}

/** A wallet restored from an older backup has forgotten orders, and would pay again. */
export class HandedPayments {
  readonly #parts: HandedPaymentsParts
  readonly #rows: HandedStore
  readonly #intentions: IntentionStore

  constructor(parts: HandedPaymentsParts) {
    this.#parts = parts
    this.#rows = new HandedStore(parts.database.reads)
    this.#intentions = new IntentionStore(parts.database.reads)
  }

  async hand(key: string, body: string): Promise<Handing> {
    const { database, now } = this.#parts
    const row: HandedRow = { key, txid: null, ...payeeOf(body), at: now() }
    const before = await this.#before(row)
    const isFirst = await database.transact(tx => this.#rows.insert(tx, row))
    const answered: Handing['answered'] = async answer => {
      const txid = readTxid(answer.text)
      if (txid) return database.transact(tx => this.#rows.putTxid(tx, { ...row, txid }))
      // The wallet decided about a repetition only if it knows its key.
      const isUnpaid = isFirst ? saysUnpaid.has(answer.status) : answer.status === 200
      if (isUnpaid) await database.transact(tx => this.#rows.deleteUnanswered(tx, key))
    }
    return { before, answered }
  }

  /** By this key, or by an earlier attempt (`.2` follows the first) that pays the same. */
  async #before({ key, recipient_address: address, amount_sats: sats }: HandedRow): Promise<HandedBefore | null> {
    const earlier = await this.#rows.find(key)
    const meant = { address: earlier?.recipient_address ?? address, sats: earlier?.amount_sats ?? sats }
    if (meant.address === '')
      return earlier?.txid && (await this.#intentions.hasEnded(earlier.txid)) ? null : (earlier ?? null)
    const intention = key.replace(/\.\d+$/, '')
    const found = (await this.#intentions.findIntended([{ intention, ...meant }])).get(intention)
    return found ? { at: found.txid === null ? found.at : (earlier?.at ?? found.at), txid: found.txid } : null
  }
}

/** Status codes with which the wallet says that nothing was paid. */
const saysUnpaid = new Set([200, 400, 401, 403, 404, 409, 413, 415, 429, 503])

function payeeOf(body: string): Pick<HandedRow, 'recipient_address' | 'amount_sats'> {
  const { data } = parseSafely(spendOrder, parsed(body))
  if (data?.choice !== 1) return { recipient_address: '', amount_sats: 0 }
  return { recipient_address: data.recipient_address, amount_sats: data.send_all ? 0 : data.spend_amount }
}

function readTxid(text: string): string | null {
  const { data } = parseSafely(makeTransaction.answers[200], parsed(text))
  return data && data.status !== 'failed' && data.txid !== '' ? data.txid : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
