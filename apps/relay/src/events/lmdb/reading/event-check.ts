import { preferenceKind } from '../../event-kinds.ts'
import { type Filter, matchesFilter } from '../../filter.ts'
import { isInScope, partlySeenKinds, type ReadScope } from '../../read-scope.ts'
import { expires, type IndexEntry, isHeld } from '../layout/index-entry.ts'
import type { StoredEvents } from './stored-events.ts'
import { stepsOf, type Work } from './work.ts'

export interface Lead {
  readonly letter?: string
}

/** Expiry, the reader's scope, further tags. Reads the event only for entries that need it. */
export class EventCheck {
  readonly #events: StoredEvents
  readonly #filter: Filter
  readonly #scope: ReadScope
  /** Unix seconds. */
  readonly #now: number
  readonly #mustMatchTags: boolean
  readonly #partlySeenKinds: ReadonlySet<number>
  readonly #ownNumbers: ReadonlySet<number>
  readonly #isAddressedToReader: boolean
  readonly #isHidden: (entry: IndexEntry) => boolean

  constructor(events: StoredEvents, filter: Filter, { scope, now }: { scope: ReadScope; now: number }, lead: Lead) {
    this.#events = events
    this.#filter = filter
    this.#scope = scope
    this.#now = now
    this.#mustMatchTags = (filter.tags ?? []).some(([letter]) => letter !== lead.letter)
    this.#partlySeenKinds = new Set(partlySeenKinds(scope))
    this.#ownNumbers = new Set(scope.keys.map(key => events.authors.numberOf(key)).filter(number => number !== 0))
    this.#isHidden = hiddenFrom(scope, events)
    const recipients = lead.letter === 'p' ? filter.tags?.find(([letter]) => letter === 'p')?.[1] : undefined
    this.#isAddressedToReader = recipients?.every(key => scope.keys.includes(key)) ?? false
  }

  accepts(entry: IndexEntry, work: Work): boolean {
    if (entry.flags & expires) {
      work.spend(stepsOf.readEvent)
      const expiresAt = this.#events.expiryOf(entry.seq)
      if (expiresAt !== 0 && expiresAt <= this.#now) return false
    }
    if (entry.flags & isHeld) {
      work.spend(stepsOf.readEvent)
      if (this.#isHidden(entry)) return false
    }
    const mustAskScope = this.#mustAskScope(entry)
    if (!mustAskScope && !this.#mustMatchTags) return true
    work.spend(stepsOf.parseEvent)
    const event = this.#events.parse(entry.seq)
    if (!event || (mustAskScope && !isInScope(this.#scope, event))) return false
    return !this.#mustMatchTags || matchesFilter({ tags: this.#filter.tags }, event)
  }

  #mustAskScope({ kind, author }: IndexEntry): boolean {
    if (!this.#partlySeenKinds.has(kind) || this.#ownNumbers.has(author)) return false
    return !this.#isAddressedToReader || kind === preferenceKind
  }
}

/** Whether an event that was stored as held is hidden from this reader; it may have been released since. */
export function hiddenFrom({ held, keys }: ReadScope, events: StoredEvents): (entry: IndexEntry) => boolean {
  if (held === 'all') return () => false
  const own = new Set(keys.map(key => events.authors.numberOf(key)))
  return ({ seq, author }) => {
    const state = events.heldStateOf(seq)
    if (state !== 'pending') return state === 'blocked'
    return held === 'own' && !own.has(author)
  }
}
