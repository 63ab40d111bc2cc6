import type { NostrEvent } from '@hornets/contract'
import { deletionKind, isGiftWrap, ownersOf, vanishKind } from '../../events/event-kinds.ts'
import type { Allowance, Allowances } from './allowances.ts'
import type { Usage } from './usage.ts'

export interface QuotasParts {
  readonly allowances: Allowances
  readonly usage: Usage
  /** Where to subscribe; undefined while the relay has no public address. */
  readonly subscribeUrl: () => string | undefined
}

/** Counted, with a way to take that back; or the reason for a refusal. */
export type QuotaAnswer = { readonly refusal: string } | { readonly release: () => void }

const nothing = { release: () => {} }

/** What subscriptions and the free tier let a key store. Every event and every file asks. */
export class Quotas {
  readonly #parts: QuotasParts

  constructor(parts: QuotasParts) {
    this.#parts = parts
  }

  /**
   * Counts an event, or says what is missing. Deletions always pass. Wrapped events of single-use keys count for their
   * recipients.
   */
  claim(event: NostrEvent, bytes: number): QuotaAnswer {
    if (!this.#parts.allowances.isLimited()) return nothing
    if (event.kind === deletionKind || event.kind === vanishKind) return nothing
    const payers = isGiftWrap(event.kind) ? ownersOf(event) : [event.pubkey]
    const able = payers.find(pubkey => missingOf(this.#parts.allowances.of(pubkey), bytes) === 0)
    if (able !== undefined) return { release: this.#count(able, bytes) }
    const refusal = this.#refusalFor(event.pubkey, bytes)
    return refusal === null ? nothing : { refusal }
  }

  /** Why a file of this size is refused; null = accepted. */
  judgeFile({ pubkey, bytes }: { readonly pubkey: string; readonly bytes: number }) {
    const reason = this.#refusalFor(pubkey, bytes)
    return reason === null ? null : { reason, status: 403 }
  }

  countFile(pubkey: string, bytes: number): void {
    this.#count(pubkey, bytes)
  }

  #count(pubkey: string, bytes: number): () => void {
    const { allowances, usage } = this.#parts
    const allowance = allowances.of(pubkey)
    if (allowance.by === 'all') return nothing.release
    usage.add(pubkey, allowance.since, bytes)
    return () => usage.add(pubkey, allowance.since, -bytes)
  }

  #refusalFor(pubkey: string, bytes: number): string | null {
    const allowance = this.#parts.allowances.of(pubkey)
    const missing = missingOf(allowance, bytes)
    if (allowance.by === 'all' || missing === 0) return null
    const url = this.#parts.subscribeUrl()
    const where = url === undefined ? 'subscribe' : `subscribe at ${url}`
    if (allowance.by === 'none') return `restricted: only subscribers can write here, please ${where}`
    const whose = allowance.by === 'free' ? 'the free tier of this month' : 'your subscription'
    const total = sizeText(allowance.totalBytes)
    return `restricted: ${whose} holds ${total} and lacks ${sizeText(missing)}, please ${where}`
  }
}

/** Bytes missing to store this many more; 0 if there is enough space. */
function missingOf(allowance: Allowance, bytes: number): number {
  if (allowance.by === 'all') return 0
  if (allowance.by === 'none') return Math.max(1, bytes)
  return Math.max(0, allowance.usedBytes + bytes - allowance.totalBytes)
}

const units = [
  [1024 ** 4, 'TB'],
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

/** 1024-based, to two digits. */
function sizeText(bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1, 'bytes']
  return `${Math.round((bytes / size) * 100) / 100} ${unit}`
}
