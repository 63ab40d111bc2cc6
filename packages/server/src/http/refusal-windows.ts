import { type Clock, toTimestamp } from '../clock.ts'
import { customerKeys } from './caller.ts'
import { RateLimiter } from './rate-limiter.ts'

/** How long refusals are counted before the count is recorded. */
const windowMs = 60 * 60_000
/** Entries per address: people who mistype see each attempt. */
const rowsOfAddress = { burst: 20, perMinute: 20 / 60 }
/** Entries for all addresses together: 720 a day, after the first 200. */
const rowsOfAll = { burst: 200, perMinute: 0.5 }
/** Maximum number of targets or addresses listed in an entry. */
const namedMax = 10

interface Refusal {
  readonly actor: { readonly pubkey: string | null; readonly address: string | null }
  readonly action: string
  readonly target: string
  /** Further details; serialized to JSON. */
  readonly after?: unknown
}

/** Counted refusals in one entry, with what they have in common. */
export interface RefusalCount extends Refusal {
  readonly after: {
    readonly repeated: number
    /** RFC 3339, UTC. */
    readonly since: string
    readonly until: string
    readonly targets?: readonly string[]
    readonly addresses?: readonly string[]
  }
}

/** What a window counts: identical refusals, those of one address, or everybody's. */
type Breadth = 'same' | 'address' | 'all'

interface Window {
  readonly breadth: Breadth
  readonly entry: Refusal
  readonly since: number
  until: number
  repeated: number
  readonly named: Set<string>
}

/**
 * Strangers cannot fill the disk: the first of a kind is recorded, repeats within the hour are one entry with a count;
 * varying ones are counted by action, then all together. 720 a day, 200 saved up, 24 for each action.
 */
export class RefusalWindows {
  readonly #now: Clock
  readonly #ofAddress: RateLimiter
  readonly #ofAll: RateLimiter
  /** In order of opening; limited by the available entries, plus one per action. */
  readonly #open = new Map<string, Window>()

  constructor(now: Clock) {
    this.#now = now
    this.#ofAddress = new RateLimiter(rowsOfAddress, now)
    this.#ofAll = new RateLimiter(rowsOfAll, now)
  }

  /** True: record it. False: it was counted, and `takeEnded` will return it. */
  note(entry: Refusal): boolean {
    const { actor, action, target, after } = entry
    const place = `${actor.pubkey ?? ''} ${customerKeys(actor.address ?? '').customer}`
    const same = JSON.stringify([action, place, target, after])
    const known = this.#open.get(same)
    if (known) return this.#count(known, entry)
    if (this.#ofAddress.hasToken(place) && this.#ofAll.tryTake('')) {
      this.#ofAddress.tryTake(place)
      this.#begin(same, 'same', entry)
      return true
    }
    const wider = JSON.stringify([action, place])
    const ofAddress = this.#open.get(wider) ?? (this.#ofAll.tryTake('') && this.#begin(wider, 'address', entry))
    return this.#count(ofAddress || this.#everybody(entry), entry)
  }

  /** Counts of finished windows; with `all` also of open ones, when the program stops. */
  takeEnded({ all = false } = {}): RefusalCount[] {
    const over = all ? Number.POSITIVE_INFINITY : this.#now() - windowMs
    const ended: RefusalCount[] = []
    for (const [key, window] of this.#open) {
      if (window.since > over) break
      this.#open.delete(key)
      if (window.repeated === 0) continue
      if (window.breadth !== 'same' || this.#ofAll.tryTake('')) ended.push(countOf(window))
      else this.#count(this.#everybody(window.entry), window.entry, window.repeated)
    }
    return ended
  }

  #begin(key: string, breadth: Breadth, entry: Refusal): Window {
    const since = this.#now()
    const window = { breadth, entry, since, until: since, repeated: 0, named: new Set<string>() }
    this.#open.set(key, window)
    return window
  }

  #everybody(entry: Refusal): Window {
    return this.#open.get(entry.action) ?? this.#begin(entry.action, 'all', entry)
  }

  #count(window: Window, { actor, target }: Refusal, by = 1): false {
    window.repeated += by
    window.until = this.#now()
    const name = window.breadth === 'all' ? actor.address : target
    if (name && window.named.size < namedMax) window.named.add(name)
    return false
  }
}

function countOf({ breadth, entry, since, until, repeated, named }: Window): RefusalCount {
  const { actor, action, target, after } = entry
  const counted = { repeated, since: toTimestamp(since), until: toTimestamp(until) }
  if (breadth === 'same') return { actor, action, target, after: { ...(after as object | undefined), ...counted } }
  if (breadth === 'address') return { actor, action, target: '', after: { ...counted, targets: [...named] } }
  const nobody = { pubkey: null, address: null }
  return { actor: nobody, action, target: '', after: { ...counted, addresses: [...named] } }
}
