import { Emitter } from '@hornets/server/emitter'
import { monthOf } from '@hornets/server/month'
import type { RelayTransaction, TransactionHook } from '../database/relay-database.ts'
import type { ProfileChange, StoreChange } from '../events/changes/change.ts'
import type { ProfileFacts } from '../events/changes/profile-facts.ts'
import type { CounterStore, ProfileMonth, ProfileRow } from './counter-store.ts'
import { type FileGroup, fileGroup } from './file-group.ts'
import type { CountedFile, Tally } from './tally.ts'

type PendingProfile =
  | { readonly is: 'stored'; readonly id: string; readonly month: number; readonly facts: ProfileFacts }
  | { readonly is: 'gone' }
  /** Removed if the known profile is this event; an older one changes nothing. */
  | { readonly is: 'removed'; readonly id: string }

class Delta {
  count = 0
  bytes = 0
}

const kinds = 65_536
const coalesceMs = 250

export class CountingTally implements Tally, TransactionHook {
  readonly #store: CounterStore
  readonly #kinds = new Map<number, Delta>()
  readonly #files = new Map<FileGroup, Map<number, Delta>>()
  readonly #profiles = new Map<string, PendingProfile>()
  readonly #onChange: Emitter<void>
  #notice: NodeJS.Timeout | undefined

  constructor(store: CounterStore, onError: (error: unknown) => void) {
    this.#store = store
    this.#onChange = new Emitter(onError)
  }

  /** Called after counters changed, at most once in 250 ms. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  storeChanged({ counts, profiles }: StoreChange): void {
    for (const { kind, month, count, bytes } of counts) {
      const key = month * kinds + kind
      const delta = this.#kinds.get(key) ?? new Delta()
      this.#kinds.set(key, delta)
      delta.count += count
      delta.bytes += bytes
    }
    for (const profile of profiles) this.#profileChanged(profile)
  }

  fileStored(_tx: RelayTransaction, file: CountedFile): void {
    this.#addFile(file, 1)
  }

  fileRemoved(_tx: RelayTransaction, file: CountedFile): void {
    this.#addFile(file, -1)
  }

  beforeCommit(tx: RelayTransaction): void {
    this.write(tx)
  }

  write(tx: RelayTransaction): void {
    if (this.#kinds.size + this.#files.size + this.#profiles.size === 0) return
    for (const [key, delta] of this.#kinds)
      this.#store.addToKind(tx, key % kinds, Math.floor(key / kinds), delta.count, delta.bytes)
    for (const [group, months] of this.#files)
      for (const [month, delta] of months) this.#store.addToFiles(tx, group, month, delta.count, delta.bytes)
    this.#flushProfiles(tx)
    this.undone()
    this.#notice ??= setTimeout(() => this.#tell(), coalesceMs).unref()
  }

  undone(): void {
    this.#kinds.clear()
    this.#files.clear()
    this.#profiles.clear()
  }

  #profileChanged(change: ProfileChange): void {
    const { pubkey, id } = change
    if (change.is === 'stored') {
      this.#profiles.set(pubkey, { is: 'stored', id, month: change.month, facts: change.facts })
      return
    }
    const pending = this.#profiles.get(pubkey)
    if (!pending) this.#profiles.set(pubkey, { is: 'removed', id })
    else if (pending.is === 'stored' && pending.id === id) this.#profiles.set(pubkey, { is: 'gone' })
  }

  #addFile({ mime, bytes, receivedAt }: CountedFile, sign: 1 | -1): void {
    const group = fileGroup(mime)
    const month = monthOf(receivedAt)
    const months = this.#files.get(group) ?? new Map<number, Delta>()
    this.#files.set(group, months)
    const delta = months.get(month) ?? new Delta()
    months.set(month, delta)
    delta.count += sign
    delta.bytes += sign * bytes
  }

  #flushProfiles(tx: RelayTransaction): void {
    const months = new Map<number, ProfileMonth>()
    for (const [pubkey, pending] of this.#profiles) {
      const before = this.#store.profile(tx, pubkey)
      if (pending.is === 'removed' && before?.event_id !== pending.id) continue
      if (before) addToMonths(months, before, -1)
      if (pending.is === 'stored') {
        const after = succeed(before, pending)
        addToMonths(months, after, 1)
        this.#store.putProfile(tx, pubkey, after)
      } else if (before) this.#store.removeProfile(tx, pubkey)
    }
    for (const [month, added] of months) this.#store.addToProfiles(tx, month, added)
  }

  #tell(): void {
    this.#notice = undefined
    this.#onChange.emit()
  }
}

/** An update keeps the profile's start; announcements that were dropped start again later. */
function succeed(before: ProfileRow | undefined, { id, month, facts }: PendingProfile & { is: 'stored' }): ProfileRow {
  const both = facts.lightning && facts.dht
  return {
    event_id: id,
    since: before?.since ?? month,
    lightning_since: facts.lightning ? (before?.lightning_since ?? month) : null,
    dht_since: facts.dht ? (before?.dht_since ?? month) : null,
    both_since: both ? (before?.both_since ?? month) : null,
  }
}

function addToMonths(months: Map<number, ProfileMonth>, row: ProfileRow, sign: 1 | -1): void {
  const add = (month: number | null, key: keyof ProfileMonth) => {
    if (month === null) return
    const counts = months.get(month) ?? { profiles: 0, lightning: 0, dht: 0, both: 0 }
    months.set(month, counts)
    counts[key] += sign
  }
  add(row.since, 'profiles')
  add(row.lightning_since, 'lightning')
  add(row.dht_since, 'dht')
  add(row.both_since, 'both')
}
