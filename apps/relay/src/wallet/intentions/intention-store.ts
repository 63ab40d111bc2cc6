import { finalConfirmations } from '@hornets/contract/wallet/accounting'
import type { AdminReads } from '../../database/admin-database.ts'
import type { Intended, IntendedPayment, PaymentTrouble } from './intended-payment.ts'

const columns = [
  ...(['txid', 'intention', 'state', 'replaced_by', 'recipient_address', 'amount_sats', 'payees'] as const),
  ...(['sent_at', 'orphaned'] as const),
] as const
/** Nothing was paid, or the payment ended. */
const ended = ['lost', 'abandoned', 'refused']
const replacementsMax = 100
/** A block's time can be this much before the order. */
const blockTimeOffMs = 2 * 60 * 60_000

interface Sought {
  readonly address: string
  readonly sats: number
  readonly sinceMs: number
  readonly isMined?: boolean
}

interface Row {
  readonly txid: string
  readonly intention: string | null
  readonly state: string | null
  readonly replaced_by: string | null
  readonly recipient_address: string
  readonly amount_sats: number
  readonly payees: number | null
  readonly sent_at: number
  readonly orphaned: number
}

export class IntentionStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** A confirmed one, else one that may confirm unless ruled out, else an order without an answer. */
  async findIntended(
    wanted: readonly Intended[],
    reads: AdminReads = this.#reads,
  ): Promise<ReadonlyMap<string, IntendedPayment>> {
    const found = new Map<string, IntendedPayment>()
    const guessed = new Set<string>()
    for (const one of wanted.toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0))) {
      const payment = await this.#paymentOf(reads, one, guessed)
      if (payment) found.set(one.intention, payment)
    }
    return found
  }

  async hasEnded(txid: string): Promise<boolean> {
    const payments = this.#reads.selectFrom('pending_transactions').select('state').where('txid', '=', txid)
    return ended.includes((await payments.executeTakeFirst())?.state ?? '')
  }

  async intentionsBehind(txids: readonly string[], reads: AdminReads = this.#reads): Promise<string[]> {
    const orders = reads.selectFrom('handed_payments').select('key')
    const answered = await orders.where('txid', 'in', txids).execute()
    const payments = reads.selectFrom('pending_transactions').select(['txid', 'intention'])
    const found = new Map<string, string | null>()
    let rows = await payments.where('txid', 'in', txids).execute()
    while (rows.length > 0) {
      const fresh = rows.filter(({ txid }) => !found.has(txid))
      for (const { txid, intention } of fresh) found.set(txid, intention)
      const replacing = fresh.map(({ txid }) => txid)
      rows = replacing.length === 0 ? [] : await payments.where('replaced_by', 'in', replacing).execute()
    }
    const intentions = [...found.values(), ...answered.map(({ key }) => key)]
    return [...new Set(intentions.filter(intention => intention !== null))]
  }

  /** The intentions to pay these addresses of which no block is reported, and the keys of orders without an answer. */
  async awaitedAt(addresses: readonly string[], reads: AdminReads = this.#reads): Promise<string[]> {
    const orders = reads.selectFrom('handed_payments').select('key').where('txid', 'is', null)
    const keys = (await orders.where('recipient_address', 'in', addresses).execute()).map(({ key }) => key)
    const payments = reads.selectFrom('pending_transactions').select('intention').where('state', '<>', 'confirmed')
    const awaited = await payments.where('recipient_address', 'in', addresses).execute()
    return [...keys, ...awaited.flatMap(({ intention }) => intention ?? [])]
  }

  async #paymentOf(reads: AdminReads, wanted: Intended, guessed: Set<string>): Promise<IntendedPayment | undefined> {
    const { intention } = wanted
    const reported: Row[] = await reads
      .selectFrom('pending_transactions')
      .select(columns)
      .where(({ or, and, eb }) =>
        or([
          eb('intention', '=', intention),
          and([eb('intention', '>=', `${intention}.`), eb('intention', '<', `${intention}/`)]),
        ]),
      )
      .orderBy('id')
      .execute()
    const { answered, unanswered } = await this.#handed(reads, wanted, reported)
    let open: IntendedPayment | undefined = unanswered && { txid: null, isConfirmed: false, at: unanswered.at }
    const own = new Set<string>()
    for (const attempt of [...reported, ...answered]) {
      const rows = await this.#withReplacements(reads, await this.#onChain(reads, attempt))
      for (const { txid } of rows) own.add(txid)
      const last = rows.at(-1)
      if (!last || (ended.includes(last.state ?? '') && !(await this.#mayReturn(reads, last)))) continue
      if (last.state === 'confirmed') {
        const isFinal = await this.#isFinal(reads, last.txid)
        if (await this.#pays(reads, last, wanted))
          return { txid: last.txid, isConfirmed: true, isFinal, at: last.sent_at }
        if (isFinal) continue
      }
      // Until a block is final, what its replacement replaces may still be paid.
      for (const row of rows.toReversed())
        if (row.state !== 'confirmed' && (await this.#pays(reads, row, wanted))) {
          const trouble = await this.#troubleOf(reads, row)
          open = { txid: row.txid, isConfirmed: false, at: row.sent_at, ...(trouble && { trouble }) }
          break
        }
    }
    const sinceMs = open ? open.at - blockTimeOffMs : wanted.since
    if (sinceMs === undefined || (wanted.isCancelled && !open && own.size === 0)) return open
    return (await this.#forgotten(reads, wanted, { sinceMs, own, guessed })) ?? open
  }

  /** Unreported, as an older wallet backup was put back. Undefined if it may belong to another payment. */
  async #forgotten(
    reads: AdminReads,
    { address, sats }: Intended,
    { sinceMs, own, guessed }: { sinceMs: number; own: ReadonlySet<string>; guessed: Set<string> },
  ): Promise<IntendedPayment | undefined> {
    const txid = await this.#unclaimed(reads, { address, sats, sinceMs, isMined: true })
    if (txid === undefined || guessed.has(txid)) return undefined
    const payments = reads.selectFrom('pending_transactions').select(['txid', 'state'])
    const others = await payments.where('recipient_address', '=', address).execute()
    const isOver = (state: string | null) => state === 'confirmed' || ended.includes(state ?? '')
    if (others.some(other => !own.has(other.txid) && !isOver(other.state))) return undefined
    guessed.add(txid)
    return { txid, isConfirmed: true, isFinal: await this.#isFinal(reads, txid), at: sinceMs }
  }

  async #mayReturn(reads: AdminReads, { state, replaced_by }: Row): Promise<boolean> {
    return state === 'lost' && replaced_by !== null && !(await this.#isFinal(reads, replaced_by))
  }

  async #isFinal(reads: AdminReads, txid: string): Promise<boolean> {
    const lines = reads.selectFrom('wallet_transactions').select('txid').where('txid', '=', txid)
    return (await lines.where('confirmations', '>=', finalConfirmations).executeTakeFirst()) !== undefined
  }

  async #troubleOf(reads: AdminReads, { txid, state, orphaned }: Row): Promise<PaymentTrouble | undefined> {
    if (state === 'waiting') return orphaned ? 'orphaned' : 'untaken'
    if (state !== null) return undefined
    const lines = reads.selectFrom('wallet_transactions').select('txid').where('txid', '=', txid)
    return (await lines.executeTakeFirst()) ? undefined : 'unseen'
  }

  async #handed(reads: AdminReads, { intention, address, sats }: Intended, reported: readonly Row[]) {
    const orders = await reads
      .selectFrom('handed_payments')
      .selectAll()
      .where(({ or, and, eb }) =>
        or([eb('key', '=', intention), and([eb('key', '>=', `${intention}.`), eb('key', '<', `${intention}/`)])]),
      )
      .execute()
    const unsaid = { intention, state: null, replaced_by: null, payees: null, orphaned: 0 }
    const isReported = (key: string, txid: string | null) =>
      reported.some(row => (txid === null ? row.intention === key : row.txid === txid))
    const open = orders.filter(({ key, txid }) => !isReported(key, txid))
    const answered = open.flatMap(({ txid, at, ...order }): Row[] =>
      txid === null ? [] : [{ ...unsaid, ...order, txid, sent_at: at }],
    )
    const unanswered = open.find(({ txid }) => txid === null)
    const since = unanswered && { sinceMs: unanswered.at - blockTimeOffMs }
    const found = since && (await this.#unclaimed(reads, { address, sats, ...since }))
    if (found === undefined) return { answered, unanswered }
    const row = { ...unsaid, txid: found, recipient_address: address, amount_sats: sats, sent_at: unanswered?.at ?? 0 }
    return { answered: [...answered, row], unanswered: undefined }
  }

  /** A transaction in the wallet's history that pays this, and that nobody knows as a payment. */
  async #unclaimed(reads: AdminReads, { address, sats, sinceMs, isMined = false }: Sought) {
    const line = await reads
      .selectFrom('wallet_transactions as line')
      .select('line.txid')
      .where('line.output', 'in', [address, address.toLowerCase()])
      .where('line.value_sats', '<=', -sats)
      .where('line.date', '>=', sinceMs)
      .where('line.confirmations', '>=', Number(isMined))
      .where('line.replaced_by', 'is', null)
      .where('line.dropped', '=', 0)
      .where('line.txid', 'not in', reads.selectFrom('pending_transactions').select('txid'))
      .where(
        'line.txid',
        'not in',
        // An order to raise or cancel names nobody.
        reads
          .selectFrom('handed_payments')
          .select('txid')
          .where('txid', 'is not', null)
          .where('recipient_address', '<>', '')
          .$castTo<{ txid: string }>(),
      )
      .orderBy('line.date')
      .executeTakeFirst()
    return line?.txid
  }

  async #withReplacements(reads: AdminReads, first: Row): Promise<Row[]> {
    const rows = [first]
    let last: Row | undefined = first
    while (
      (last?.state === 'replaced' || last?.state === 'lost') &&
      last.replaced_by !== null &&
      rows.length < replacementsMax
    ) {
      const txid: string = last.replaced_by
      const payments = reads.selectFrom('pending_transactions').select(columns).where('txid', '=', txid)
      const unreported = {
        txid,
        intention: null,
        replaced_by: null,
        recipient_address: '',
        amount_sats: 0,
        payees: 0,
        sent_at: last.sent_at,
        orphaned: 0,
      }
      last = await this.#onChain(reads, (await payments.executeTakeFirst()) ?? { ...unreported, state: null })
      if (last.state !== null) rows.push(last)
    }
    return rows
  }

  /** Another wallet with the same words may have made it, or a restored one does not know it as a payment. */
  async #onChain(reads: AdminReads, row: Row): Promise<Row> {
    const lines = reads.selectFrom('wallet_transactions').select('txid').where('txid', '=', row.txid)
    const isMined = (await lines.where('confirmations', '>', 0).executeTakeFirst()) !== undefined
    return isMined ? { ...row, state: 'confirmed' } : row
  }

  async #pays(reads: AdminReads, { txid, recipient_address, amount_sats, payees }: Row, { address, sats }: Intended) {
    if (payees === null) return recipient_address === address && amount_sats >= sats
    const line = await reads
      .selectFrom('wallet_transactions')
      .select(({ fn }) => fn.sum<number | null>('value_sats').as('sats'))
      .where('txid', '=', txid)
      .where('output', '=', address)
      .executeTakeFirst()
    return -(line?.sats ?? 0) >= sats
  }
}
