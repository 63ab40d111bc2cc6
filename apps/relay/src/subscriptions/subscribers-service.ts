import { type AnswerOf, messages, type ParamsOf, type QueryOf } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { FoundSubscriber } from '@hornets/contract/admin/search'
import type * as contract from '@hornets/contract/admin/subscriptions/subscribers'
import type * as timeline from '@hornets/contract/admin/subscriptions/timeline'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { AdminReads } from '../database/admin-database.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import type { ShownProfile } from '../profiles/profiles.ts'
import { endsOf } from './ends.ts'
import { lightningOutput } from './ledger/ledger.ts'
import { type EntryRow, LedgerStore, type SubscriberRow } from './ledger/ledger-store.ts'
import { statusOf } from './ledger/notices.ts'
import type { RefundStates } from './refunds/refund-states.ts'
import { SubscribersStore } from './subscribers-store.ts'

export interface SubscribersParts {
  readonly reads: AdminReads
  readonly refunds: RefundStates
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly profilesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, ShownProfile>>
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Bytes that a key has stored, and may store. */
  readonly useOf: (pubkey: string) => { readonly usedBytes: number; readonly totalBytes: number | null }
  readonly isRemindedByMail: (pubkey: string) => Promise<boolean>
  readonly now: Clock
}

export class SubscribersService {
  readonly #parts: SubscribersParts
  readonly #ledger: LedgerStore
  readonly #rows: SubscribersStore

  constructor(parts: SubscribersParts) {
    this.#parts = parts
    this.#ledger = new LedgerStore(parts.reads)
    this.#rows = new SubscribersStore(parts.reads)
  }

  async faces({
    page,
    limit,
  }: QueryOf<typeof contract.listPaidSubscriberProfiles>): Promise<contract.PaidSubscriberProfile[]> {
    const { profilesOf, now } = this.#parts
    const rows = await this.#rows.listPaidUp({ now: now(), limit, offset: (page - 1) * limit })
    const profiles = await profilesOf(rows.map(({ pubkey }) => pubkey))
    return rows.map(({ pubkey, tier, since }) => {
      const { name, picture, about } = profiles.get(pubkey) ?? { name: null, picture: '', about: '' }
      const metadata = { subscriptionTier: tier, subscribedSince: toTimestamp(since ?? 0) }
      return { pubkey, picture, name: name ?? '', about, metadata }
    })
  }

  async list(query: QueryOf<typeof contract.listSubscribers>): Promise<AnswerOf<typeof contract.listSubscribers>> {
    const { status, sort, limit, after } = query
    const isRange = status !== 'all' && status !== 'paying' && status !== 'unpaid'
    const [value = '', pubkey = ''] = after?.split('.') ?? []
    const rows = await this.#rows.listSubscribers({
      ends: isRange ? this.#ends()[status] : status === 'unpaid' ? null : undefined,
      hasSubscription: status === 'paying',
      start: startOf(query.q),
      sort,
      limit: limit + 1,
      after: after === undefined ? undefined : { value: Number(value), pubkey },
    })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const place = (row: SubscriberRow) => `${sort === 'newest' ? row.allotted_at : row.expires_at}.${row.pubkey}`
    return { subscribers: await this.#tell(shown), next: last ? place(last) : null }
  }

  /** Those with one of these keys, and those whose key or address begins with `start`. */
  async search(sought: {
    readonly keys: readonly string[]
    readonly start: string | undefined
    readonly limit: number
  }): Promise<Omit<FoundSubscriber, 'category'>[]> {
    const { keys, start, limit } = sought
    const { relaySettings, now, profilesOf } = this.#parts
    const begun = start === undefined ? [] : await this.#rows.findByBeginning({ start, limit })
    const named = await this.#rows.findByKeys(keys)
    const rows = [...new Map([...begun, ...named].map(row => [row.pubkey, row])).values()].slice(0, limit)
    const profiles = await profilesOf(rows.map(({ pubkey }) => pubkey))
    return rows.map(({ pubkey, tier, expires_at, address }) => ({
      pubkey,
      name: profiles.get(pubkey)?.name ?? null,
      status: statusOf(expires_at, now(), relaySettings.current()),
      tier,
      address: address ?? '',
    }))
  }

  async counts(): Promise<AnswerOf<typeof contract.getSubscriberCounts>> {
    const tiers = await this.#rows.countTiers(this.#parts.now())
    return {
      ...(await this.#rows.countEnds(this.#ends())),
      tiers: tiers.map(({ until, ...tier }) => ({ ...tier, until: toTimestamp(until ?? 0) })),
    }
  }

  activeByTier(): Promise<{ tier: string; subscribers: number }[]> {
    return this.#rows.countTiers(this.#parts.now())
  }

  /** Throws ApiError('not_found'). */
  async one(given: string): Promise<AnswerOf<typeof contract.getSubscriber>> {
    const row = await this.find(given)
    const [subscriber] = await this.#tell([row])
    if (!subscriber) throw new ApiError('not_found', messages.subscriberUnknown)
    const { usedBytes, totalBytes } = this.#parts.useOf(row.pubkey)
    return {
      ...subscriber,
      address: row.address ?? '',
      used_bytes: usedBytes,
      total_bytes: totalBytes,
      pending_sats: await this.#rows.pendingOf(row.pubkey),
      is_reminded_by_mail: await this.#parts.isRemindedByMail(row.pubkey),
    }
  }

  /** The summary sent to the console after a change. Throws ApiError('not_found'). */
  async summary(pubkey: string): Promise<contract.Subscriber> {
    const [subscriber] = await this.#tell([await this.find(pubkey)])
    if (!subscriber) throw new ApiError('not_found', messages.subscriberUnknown)
    return subscriber
  }

  /** Throws ApiError('not_found'). */
  async timeline(
    { pubkey: given }: ParamsOf<typeof timeline.listLedger>,
    { limit, after }: QueryOf<typeof timeline.listLedger>,
  ): Promise<AnswerOf<typeof timeline.listLedger>> {
    const { pubkey } = await this.find(given)
    const { namesOf, refunds } = this.#parts
    const rows = await this.#rows.listTimeline({ pubkey, limit: limit + 1, after })
    const shown = rows.slice(0, limit)
    const [names, refundStates] = await Promise.all([
      namesOf(shown.map(({ by }) => by).filter(by => by !== null)),
      refunds.tell(shown.filter(({ kind }) => kind === 'refund')),
    ])
    return {
      entries: shown.map(row => ({ ...entryAnswer(row, names), ...refundStates.get(row.id) })),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    }
  }

  /** Throws ApiError('not_found'). */
  async find(given: string): Promise<SubscriberRow> {
    const pubkey = toPubkeyHex(given)
    const row = pubkey === null ? undefined : await this.#ledger.findSubscriber(pubkey)
    if (!row) throw new ApiError('not_found', messages.subscriberUnknown)
    return row
  }

  #ends() {
    return endsOf(this.#parts.now(), this.#parts.relaySettings.current())
  }

  async #tell(rows: readonly SubscriberRow[]): Promise<contract.Subscriber[]> {
    const { profilesOf, relaySettings, now } = this.#parts
    const pubkeys = rows.map(({ pubkey }) => pubkey)
    const [profiles, sums] = await Promise.all([profilesOf(pubkeys), this.#rows.sumEntries(pubkeys)])
    return rows.map(({ pubkey, tier, since, expires_at, allotted_at }) => ({
      pubkey,
      name: profiles.get(pubkey)?.name ?? null,
      picture: profiles.get(pubkey)?.picture ?? '',
      status: statusOf(expires_at, now(), relaySettings.current()),
      tier,
      since: since === null ? null : toTimestamp(since),
      expires_at: expires_at === null ? null : toTimestamp(expires_at),
      credit_sats: sums.get(pubkey)?.credit ?? 0,
      paid_sats: sums.get(pubkey)?.paid ?? 0,
      allotted_at: toTimestamp(allotted_at),
    }))
  }
}

function startOf(q: string | undefined): string | undefined {
  if (!q) return undefined
  return (q.startsWith('npub1') ? toPubkeyHex(q) : null) ?? q.toLowerCase()
}

function entryAnswer(row: EntryRow, names: ReadonlyMap<string, string>): timeline.LedgerEntry {
  const { id, kind, sats, tier, months, days, txid, vout, undoes, by, note } = row
  return {
    id,
    sats,
    tier,
    months,
    days,
    undoes,
    by,
    note,
    at: toTimestamp(row.at),
    kind: kind as timeline.LedgerKind,
    coin: txid === null || vout === lightningOutput ? null : `${txid}:${vout}`,
    ...(txid !== null && vout === lightningOutput && { payment_hash: txid }),
    by_name: (by && names.get(by)) ?? '',
  }
}
