import type { NostrEvent } from '@hornets/contract'
import { monthOf } from '@hornets/server/month'
import { isGiftWrap } from '../event-kinds.ts'
import type { AuthorAddition, AuthorRemoval, KindChange, ProfileChange, StoreChange } from './change.ts'
import { readProfileFacts } from './profile-facts.ts'

const kindsMax = 65_536
const profileKind = 0

type Fact = Pick<NostrEvent, 'id' | 'pubkey' | 'kind' | 'content'>

export class ChangeSummary {
  readonly #counts = new Map<number, { count: number; bytes: number }>()
  readonly #profiles: ProfileChange[] = []
  readonly #removed: number[] = []
  readonly #added = new Map<string, { -readonly [Key in keyof AuthorAddition]: AuthorAddition[Key] }>()
  readonly #taken: AuthorRemoval[] = []

  /** `bytes`: UTF-8 length of the JSON; `receivedAt` in Unix seconds. */
  stored(event: Fact, bytes: number, receivedAt: number): void {
    this.#add(event.kind, receivedAt, 1, bytes)
    if (!isGiftWrap(event.kind)) this.#addTo(event.pubkey, receivedAt, bytes)
    if (event.kind !== profileKind) return
    const { id, pubkey, content } = event
    const month = monthOf(receivedAt)
    this.#profiles.push({ is: 'stored', pubkey, id, month, facts: readProfileFacts(content) })
  }

  removed(seq: number, event: Fact, bytes: number, receivedAt: number): void {
    this.#add(event.kind, receivedAt, -1, -bytes)
    this.#removed.push(seq)
    if (!isGiftWrap(event.kind)) this.#taken.push({ seq, pubkey: event.pubkey, at: receivedAt, bytes })
    if (event.kind === profileKind) this.#profiles.push({ is: 'removed', pubkey: event.pubkey, id: event.id })
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  toChange(number: number): StoreChange {
    return {
      number,
      counts: this.#kindChanges(),
      profiles: this.#profiles,
      removed: this.#removed,
      added: [...this.#added.values()],
      taken: this.#taken,
    }
  }

  #addTo(pubkey: string, at: number, bytes: number): void {
    const key = `${at} ${pubkey}`
    const sums = this.#added.get(key) ?? { pubkey, at, count: 0, bytes: 0 }
    this.#added.set(key, sums)
    sums.count += 1
    sums.bytes += bytes
  }

  #kindChanges(): KindChange[] {
    return Array.from(this.#counts, ([key, sums]) => ({
      kind: key % kindsMax,
      month: Math.floor(key / kindsMax),
      ...sums,
    }))
  }

  #add(kind: number, receivedAt: number, count: number, bytes: number): void {
    const key = monthOf(receivedAt) * kindsMax + kind
    const sums = this.#counts.get(key) ?? { count: 0, bytes: 0 }
    this.#counts.set(key, sums)
    sums.count += count
    sums.bytes += bytes
  }
}
