import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import { deletionKind, isGiftWrap, isReplaceable, ownersOf, vanishKind } from '../../events/event-kinds.ts'
import { type Refusal, refuse } from '../../policy/refusal.ts'
import { writeSize } from '../../policy/size-text.ts'
import { everything, type Gives } from '../ledger/gives.ts'
import { type PaymentTerms, pricesText } from '../payment-terms.ts'
import type { Allowance, Allowances } from './allowances.ts'
import type { Usage } from './usage.ts'
import { WrapAllowance } from './wrap-allowance.ts'

export interface QuotasParts {
  readonly allowances: Allowances
  readonly usage: Usage
  /** Where to subscribe; undefined while the relay has no public address. */
  readonly subscribeUrl: () => string | undefined
  /** What is sold; whole satoshis. */
  readonly offers: () => PaymentTerms['offers']
  readonly isWelcome?: (event: NostrEvent) => boolean
  readonly now: Clock
}

/** Counted, with a way to take that back, and until when it is kept (Unix seconds); or the reason for a refusal. */
export type QuotaAnswer =
  | { readonly refusal: Refusal }
  | { readonly release: () => void; readonly keptUntil?: number | undefined }

const byAllowance = { rule: 'subscription' }

const nothing = { release: () => {} }
const daySeconds = 86_400

/** What subscriptions and the free tier let a key store. Every event and every file asks. */
export class Quotas {
  readonly #parts: QuotasParts
  readonly #wraps: WrapAllowance

  constructor(parts: QuotasParts) {
    this.#parts = parts
    this.#wraps = new WrapAllowance(parts.now)
  }

  /** Deletions always pass. `address` is the sender's; null where many people share one. */
  claim(event: NostrEvent, bytes: number, address: string | null): QuotaAnswer {
    const { allowances, isWelcome, offers } = this.#parts
    if (!allowances.isLimited()) return nothing
    if (event.kind === deletionKind || event.kind === vanishKind) return nothing
    if (isWelcome?.(event)) return nothing
    const { pubkey, kind } = event
    const offer = { bytes, kind }
    const refusal = this.#refusalFor(pubkey, offer)
    if (refusal === null) return { release: this.#count(pubkey, bytes), keptUntil: this.#keptUntil(pubkey, kind) }
    const recipient = isGiftWrap(kind) ? this.#recipientOf(event) : undefined
    if (recipient === undefined) return { refusal: { ...refusal, reason: refusal.reason + pricesText(offers()) } }
    const wrap = this.#wraps.claim(recipient, address, bytes)
    return 'refusal' in wrap ? wrap : { release: wrap.release, keptUntil: this.#keptUntil(recipient, kind) }
  }

  /** Until when what the key stores now is kept, Unix seconds; undefined for as long as the relay lasts. */
  keptUntil(pubkey: string): number | undefined {
    const { allowances, now } = this.#parts
    const allowance = allowances.of(pubkey)
    if (allowance.by === 'all') return undefined
    const { days } = allowances.keptBy(pubkey) ?? allowance.gives
    return days === null ? undefined : Math.floor(now() / 1000) + days * daySeconds
  }

  isPaid(pubkey: string): boolean {
    return this.#parts.allowances.of(pubkey).by === 'subscription'
  }

  subscribed(): Iterable<string> {
    return this.#parts.allowances.subscribed()
  }

  paidKeys(): string[] {
    return [...this.#parts.allowances.subscribed()].filter(pubkey => this.isPaid(pubkey))
  }

  /** Whether the key's subscription still keeps what it stored: until its read-only days are over. */
  isKept(pubkey: string): boolean {
    return this.#parts.allowances.keptBy(pubkey) !== null
  }

  isSelling(): boolean {
    return this.#parts.allowances.isSelling()
  }

  /** What the key's tier says about single files; null where it says nothing. */
  fileLimitsOf(pubkey: string): Pick<Gives, 'fileBytes' | 'days'> {
    const allowance = this.#parts.allowances.of(pubkey)
    if (allowance.by === 'all') return everything
    const { fileBytes } = allowance.gives
    return { fileBytes, days: (this.#parts.allowances.keptBy(pubkey) ?? allowance.gives).days }
  }

  /** Why a file of this size is refused; null = accepted. Status 402 if paying would help. */
  judgeFile({ pubkey, bytes }: { readonly pubkey: string; readonly bytes: number }): Refusal | null {
    const refusal = this.#refusalFor(pubkey, { bytes, isFile: true })
    const otherwise = this.#parts.allowances.isSelling() ? 402 : 403
    return refusal && { ...refusal, status: refusal.cause === 'size' ? 413 : otherwise }
  }

  countFile(pubkey: string, bytes: number): () => void {
    return this.#count(pubkey, bytes)
  }

  /** The first recipient who can write here. Strangers send, so none of the recipient's own quota is used. */
  #recipientOf(event: NostrEvent): string | undefined {
    return ownersOf(event).find(pubkey => {
      if (pubkey === event.pubkey) return false
      const lack = lackOf(this.#parts.allowances.of(pubkey), { bytes: 0, kind: event.kind })
      return lack === null || lack === 'space'
    })
  }

  #keptUntil(pubkey: string, kind: number): number | undefined {
    return isLasting(kind) ? undefined : this.keptUntil(pubkey)
  }

  #count(pubkey: string, bytes: number): () => void {
    const { allowances, usage } = this.#parts
    const allowance = allowances.of(pubkey)
    if (allowance.by === 'all') return nothing.release
    usage.add(pubkey, allowance.since, bytes)
    return () => usage.add(pubkey, allowance.since, -bytes)
  }

  #refusalFor(pubkey: string, offer: Offer): Refusal | null {
    const allowance = this.#parts.allowances.of(pubkey)
    const lack = lackOf(allowance, offer)
    if (allowance.by === 'all' || lack === null) return null
    const url = this.#parts.subscribeUrl()
    const where = url === undefined ? 'subscribe' : `subscribe at ${url}`
    if (lack === 'all') {
      const ended = allowance.endedAt === null ? null : dayOf(allowance.endedAt)
      return refuse(
        'not-paid',
        ended === null
          ? `restricted: this relay is for subscribers; ${where}`
          : `restricted: your subscription ended on ${ended}, you can read but not write, please ${where}`,
        byAllowance,
      )
    }
    const whose = allowance.by === 'free' ? 'the free tier' : 'your subscription'
    if (lack === 'kind')
      return refuse('kind', `restricted: ${whose} does not include kind ${offer.kind}, please ${where}`, byAllowance)
    if (lack === 'file') {
      const most = writeSize(allowance.gives.fileBytes ?? 0)
      return refuse('size', `restricted: ${whose} allows files up to ${most}, please ${where}`, byAllowance)
    }
    const what = allowance.by === 'free' ? 'the free tier of this month' : whose
    const missing = writeSize(allowance.usedBytes + offer.bytes - allowance.totalBytes)
    return refuse(
      'quota',
      `restricted: quota exceeded by ${missing} (${what}: ${writeSize(allowance.totalBytes)}); please ${where}`,
      byAllowance,
    )
  }
}

interface Offer {
  readonly bytes: number
  readonly kind?: number
  readonly isFile?: boolean
}

/** Profiles, lists and requests of deletion stay: other events rely on them. */
const isLasting = (kind: number) => isReplaceable(kind) || kind === deletionKind || kind === vanishKind

function lackOf(allowance: Allowance, { bytes, kind, isFile }: Offer): 'all' | 'kind' | 'file' | 'space' | null {
  if (allowance.by === 'all') return null
  if (allowance.by === 'none') return 'all'
  const { gives, usedBytes, totalBytes } = allowance
  if (kind !== undefined && gives.kinds !== null && !gives.kinds.has(kind)) return 'kind'
  if (isFile && gives.fileBytes !== null && bytes > gives.fileBytes) return 'file'
  return usedBytes + bytes > totalBytes ? 'space' : null
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
