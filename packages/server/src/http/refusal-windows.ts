import { type Clock, toTimestamp } from '../clock.ts'
import { addressKey } from './caller.ts'
import { RateLimiter } from './rate-limiter.ts'

/** How long refusals are counted before their number is written down. */
const windowMs = 60 * 60_000
/** So many rows of its own one address is given: people who mistype see each of their tries. */
const rowsOfAddress = { burst: 20, perMinute: 20 / 60 }
/** And so many all addresses together: 720 a day, after the first 200. */
const rowsOfAll = { burst: 200, perMinute: 0.5 }
/** What a row tells of what has come: targets, or addresses. */
const namedMax = 10

/** As an audit log is to hear of it. */
interface Refusal {
  readonly actor: {
    /** Of who is signed in; null when nobody is. */
    readonly pubkey: string | null
    readonly address: string | null
  }
  readonly action: string
  readonly target: string
  /** What else is told of it; goes to JSON. */
  readonly after?: unknown
}

/** Refusals that have been counted, told as one, without what they have not in common. */
export interface RefusalCount extends Refusal {
  readonly after: {
    readonly repeated: number
    /** RFC 3339, UTC. */
    readonly since: string
    readonly until: string
    /** Some of those of one address. */
    readonly targets?: readonly string[]
    /** Some of everybody's. */
    readonly addresses?: readonly string[]
  }
}

/** Which refusals one window counts: the same again, those of one address, or those of everybody. */
type Breadth = 'same' | 'address' | 'all'

interface Window {
  readonly breadth: Breadth
  /** The one that opened it. */
  readonly entry: Refusal
  /** Milliseconds. */
  readonly since: number
  until: number
  repeated: number
  readonly named: Set<string>
}

/**
 * Decides what of a flood of refusals is written down, so that whoever may not come in cannot fill the disk: the first of a
 * kind at once, what follows within the hour as one row with a count. An address that is refused in ever new ways is
 * counted by action; when all rows of the day are spent, everybody is. Each row but the last kind costs one of a bounded
 * number, so that a day has at most 720 rows (and 200 saved up), and 24 for each action.
 */
export class RefusalWindows {
  readonly #now: Clock
  readonly #ofAddress: RateLimiter
  readonly #ofAll: RateLimiter
  /** In the order in which they were opened; there are never more than rows to spend, and one for each action. */
  readonly #open = new Map<string, Window>()

  constructor(now: Clock) {
    this.#now = now
    this.#ofAddress = new RateLimiter(rowsOfAddress, now)
    this.#ofAll = new RateLimiter(rowsOfAll, now)
  }

  /** True: it is to be written down as it is. False: it has been counted, and `takeEnded` tells of it. */
  note(entry: Refusal): boolean {
    const { actor, action, target, after } = entry
    const place = `${actor.pubkey ?? ''} ${addressKey(actor.address ?? '')}`
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

  /** What windows that are over have counted; of those that are open, too, when the program stops. */
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
