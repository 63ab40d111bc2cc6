import { messages, type NostrEvent } from '@hornets/contract'
import type { VerifiedHandle } from '@hornets/contract/admin/accounts/verified-handles'
import type { ValuesOf, xnostr } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Gathered } from '@hornets/server/gathered'
import type { Logger } from '@hornets/server/process/logger'
import { CallPace } from '@hornets/server/sliding-minute'
import { npubEncode } from 'nostr-tools/nip19'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Publisher } from '../publisher/publisher.ts'
import type { ServiceStatus } from '../services/service-states.ts'
import type { Browser } from './browser.ts'
import { handleOf } from './handle.ts'
import type { HandleRow, HandleStore } from './handle-store.ts'
import type { Mirrors } from './mirrors.ts'
import { nestedIn } from './nested-settings.ts'
import { readNitterPage, type XProfile } from './nitter-page.ts'

export interface HandleChecksParts {
  readonly database: AdminDatabase
  readonly store: HandleStore
  readonly mirrors: Pick<Mirrors, 'take' | 'note'>
  readonly browser: Pick<Browser, 'open'>
  readonly values: () => ValuesOf<typeof xnostr>
  readonly events: Pick<EventStore, 'removeById'>
  readonly publisher: Pick<Publisher, 'sign' | 'publish'> | undefined
  readonly now: Clock
  readonly logger: Logger
}

const takenAtOnce = 100
const gatherMs = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const againMs = hourMs
const resultKind = 555

/** Checks whether the X handle in a profile belongs to its author: a queue that outlives the process. */
export class HandleChecks {
  readonly #parts: HandleChecksParts
  readonly #taking = pLimit(1)
  readonly #inTurn = pLimit(1)
  readonly #noted = new Gathered<NostrEvent>(
    events => this.#take(events),
    () => gatherMs,
  )
  readonly #pace: CallPace
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #state: ServiceStatus['state'] = 'waiting'
  #since: number
  #error: string | undefined
  #queue = 0

  constructor(parts: HandleChecksParts) {
    this.#parts = parts
    this.#since = parts.now()
    this.#pace = new CallPace(parts.now)
  }

  turn(): void {
    this.#inTurn.concurrency = this.#values.concurrency
    this.#become(this.#values.enabled ? 'waiting' : 'off')
  }

  note(event: NostrEvent): void {
    if (event.kind === 0 && this.#values.enabled) this.#noted.add(event)
  }

  round(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async list(page: { readonly state: HandleRow['state']; readonly offset: number; readonly limit: number }) {
    const { rows, count } = await this.#parts.store.page(page.state, page)
    return { handles: rows.map(shown), count }
  }

  /** Throws ApiError('not_found') for a key without a handle, 'unavailable' if no mirror answers. */
  async checkNow(pubkey: string): Promise<VerifiedHandle> {
    const row = await this.#parts.store.find(pubkey)
    if (!row) throw new ApiError('not_found', messages.noHandle)
    if (!(await this.#check(row, true))) throw new ApiError('unavailable', this.#error ?? messages.mirrorFails)
    return shown((await this.#parts.store.find(pubkey)) ?? row)
  }

  status(): ServiceStatus {
    return {
      state: this.#values.enabled ? this.#state : 'off',
      since: toTimestamp(this.#since),
      queue: this.#queue,
      perMinute: this.#pace.perMinute,
      latencyMs: this.#pace.latencyMs,
      ...(this.#error !== undefined && { error: this.#error }),
    }
  }

  settled(): Promise<void> {
    this.#noted.flush()
    return this.#taking(() => undefined)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    await this.settled()
  }

  get #values(): ValuesOf<typeof xnostr> {
    return this.#parts.values()
  }

  #take(events: readonly NostrEvent[]): void {
    const noting = this.#taking(() => this.#note(events))
    noting.catch(err => this.#parts.logger.error({ err }, 'could not note X handles'))
  }

  async #note(events: readonly NostrEvent[]): Promise<void> {
    const { database, store, now } = this.#parts
    const changed = new Map<string, string | null>()
    for (const event of new Map(events.map(event => [event.pubkey, event])).values()) {
      const handle = handleOf(event)
      const known = await store.find(event.pubkey)
      if (known?.handle === handle || (!known && handle === null)) continue
      if (known?.event_id) await this.#parts.events.removeById(known.event_id)
      changed.set(event.pubkey, handle)
    }
    if (changed.size === 0) return
    const isFull = await store.isFull(now())
    await database.transactReplayable(async tx => {
      for (const [pubkey, handle] of changed) {
        if (handle === null) await store.remove(tx, pubkey)
        else if (!isFull) await store.put(tx, waitingRow(pubkey, handle, now()))
      }
    })
    if (!isFull) this.#queue += [...changed.values()].filter(handle => handle !== null).length
  }

  async #round(): Promise<void> {
    const { store, now } = this.#parts
    if (!this.#values.enabled) return
    const due = await store.due(now(), takenAtOnce)
    await Promise.all(due.map(row => this.#inTurn(() => this.#values.enabled && this.#check(row, false))))
    this.#queue = await store.countDue(now())
  }

  async #check(row: HandleRow, isFull: boolean): Promise<boolean> {
    if (this.#closing.signal.aborted) return false
    const profile = await this.#look(row.handle)
    // All mirrors have had their requests of this minute: it stays due.
    if (profile === 'later') return false
    const { database, store, now } = this.#parts
    if (!profile) {
      await database.transactReplayable(tx => store.put(tx, { ...row, next_at: now() + againMs }))
      return false
    }
    await this.#settle(row, profile, isFull)
    return true
  }

  async #look(handle: string): Promise<XProfile | 'later' | undefined> {
    const { mirrors, browser, logger } = this.#parts
    const tried = new Set<string>()
    for (let url = mirrors.take(tried); url !== undefined; url = mirrors.take(tried)) {
      tried.add(url)
      const startedMs = performance.now()
      this.#pace.called()
      try {
        const address = new URL(encodeURIComponent(handle), url.endsWith('/') ? url : `${url}/`)
        const profile = readNitterPage(await browser.open(address, this.#closing.signal), handle)
        if (!profile) throw new Error(messages.mirrorUnclear)
        mirrors.note(url, false)
        this.#pace.answered(performance.now() - startedMs)
        this.#become('running')
        return profile
      } catch (err) {
        if (this.#closing.signal.aborted) return 'later'
        logger.info({ err, url, handle }, 'a mirror of X did not answer')
        mirrors.note(url, true)
        this.#become('failing', (err as Error).message)
      }
    }
    return tried.size > 0 ? undefined : 'later'
  }

  async #settle(row: HandleRow, { exists, bio, posts, followers }: XProfile, isFull: boolean): Promise<void> {
    const { database, store, now } = this.#parts
    const { intervals } = nestedIn(this.#values)
    const counted = { followers, checked_at: now() }
    const dueAt = (row.verified_at ?? 0) + intervals.full_verification_interval_days * dayMs
    if (!isFull && row.state === 'verified' && exists && dueAt > now()) {
      const next_at = Math.min(dueAt, now() + intervals.follower_update_interval_days * dayMs)
      return database.transact(tx => store.put(tx, { ...row, ...counted, next_at }))
    }
    const npub = npubEncode(row.pubkey)
    const source = bio.includes(npub) ? 'bio' : posts.some(post => post.includes(npub)) ? 'post' : ''
    const event_id = await this.#publish(row, source)
    if (source !== '') {
      const days = Math.min(intervals.full_verification_interval_days, intervals.follower_update_interval_days)
      const next_at = now() + days * dayMs
      const verified = { state: 'verified', source, attempts: 0, verified_at: now(), next_at, event_id } as const
      return database.transact(tx => store.put(tx, { ...row, ...counted, ...verified }))
    }
    const attempts = row.attempts + 1
    const isLast = attempts >= intervals.max_verification_attempts
    const failed = { state: isLast ? 'given_up' : 'failed', source, attempts, event_id } as const
    const next_at = isLast ? null : now() + this.#values.update_interval * hourMs
    return database.transact(tx => store.put(tx, { ...row, ...counted, ...failed, next_at }))
  }

  async #publish({ pubkey, handle, source: before, event_id }: HandleRow, source: HandleRow['source']) {
    const { publisher, events } = this.#parts
    if (event_id !== null && before === source) return event_id
    if (event_id !== null) await events.removeById(event_id)
    if (!publisher) return null
    const tags = [
      ['p', pubkey],
      ['x', handle],
      ['verified', String(source !== '')],
      ['verification_source', source],
    ]
    const event = publisher.sign(resultKind, { content: '', tags }, 0)
    await publisher.publish(event)
    return event.id
  }

  #become(state: ServiceStatus['state'], error?: string): void {
    this.#error = error
    if (state === this.#state) return
    this.#state = state
    this.#since = this.#parts.now()
  }
}

const waitingRow = (pubkey: string, handle: string, now: number): HandleRow => ({
  pubkey,
  handle,
  state: 'waiting',
  source: '',
  attempts: 0,
  followers: null,
  next_at: now,
  checked_at: null,
  verified_at: null,
  event_id: null,
})

function shown({ pubkey, handle, state, source, followers, attempts, checked_at, verified_at, next_at }: HandleRow) {
  const time = (at: number | null) => (at === null ? null : toTimestamp(at))
  return {
    pubkey,
    handle,
    state,
    source,
    followers,
    attempts,
    checked_at: time(checked_at),
    verified_at: time(verified_at),
    next_at: time(next_at),
  }
}
