import type { NostrEvent } from '@hornets/contract'
import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import { hasMedia } from './has-media.ts'
import type { RuleRates } from './rule-rates.ts'
import type { Limit, SenderTimes } from './sender-times.ts'

/** What the rules ask of a key; each in constant time. */
export interface KeyStatuses {
  isAllowed(pubkey: string): boolean
  isMember(pubkey: string): boolean
  isPaying(pubkey: string): boolean
  isTrusted(pubkey: string): boolean
  /** Milliseconds since it first wrote here; 0 for a key that never did. */
  ageOf(pubkey: string): number
}

export interface Offered {
  readonly pubkey: string
  readonly address?: string | undefined
  /** Undefined for a file. */
  readonly event?: Pick<NostrEvent, 'kind' | 'content' | 'tags'> | undefined
  readonly isAbove: (bytes: number) => boolean
}

const hourMs = 3_600_000
/** Kinds whose rules are kept; more begin again. */
const kindsMax = 500

/** A rule as it is compared: numbers, since an event may meet 200 of them. */
interface Compiled {
  readonly rule: OwnRule
  /** Its place among the limits; -1 for a rule without one. */
  readonly slot: number
  /** The bit of whom it names; 0 for everyone. */
  readonly who: number
  readonly others: boolean
  readonly except: ReadonlySet<string> | undefined
  /** Of new keys. */
  readonly newMs: number
  readonly isOfMedia: boolean
  /** 0 = of any size. */
  readonly aboveBytes: number
}

interface Met {
  readonly sender: string
  readonly times: SenderTimes
  readonly slots: number[]
}

const bits = { everyone: 0, strangers: 1, allowed: 2, members: 4, paying: 8, trusted: 16, new: 32 } as const
const anyStatus = bits.allowed | bits.members | bits.paying | bits.trusted

const compiled = (rule: OwnRule, slot: number): Compiled => ({
  rule,
  slot,
  who: bits[rule.who],
  others: rule.others,
  newMs: rule.new_hours * hourMs,
  except: rule.except?.length ? new Set(rule.except) : undefined,
  isOfMedia: rule.what === 'media',
  aboveBytes: rule.what === 'larger' ? rule.above_kb * 1024 : 0,
})

export class RuleSet {
  readonly rules: readonly OwnRule[]
  readonly #active: readonly Compiled[]
  readonly #limits: readonly Limit[]
  readonly #byKind = new Map<number, readonly Compiled[]>()
  readonly #ofFiles: readonly Compiled[]

  constructor(rules: readonly OwnRule[]) {
    this.rules = rules
    const active = rules.filter(({ on }) => on)
    this.#limits = active.filter(({ action }) => action === 'limit')
    const slotOf = new Map<Limit, number>(this.#limits.map((limit, slot) => [limit, slot]))
    this.#active = active.map(rule => compiled(rule, slotOf.get(rule) ?? -1))
    const isOfFiles = ({ rule: { kinds, what, action } }: Compiled) =>
      kinds.length === 0 && action !== 'limit' && what !== 'anything'
    this.#ofFiles = this.#active.filter(isOfFiles)
  }

  asks(who: OwnRule['who']): boolean {
    return this.#active.some(({ rule }) => rule.who === who || (who === 'trusted' && rule.who === 'strangers'))
  }

  /** The first that allows or refuses; a used-up limit refuses. What passes counts for every limit that it met. */
  judge(offered: Offered, statuses: KeyStatuses, rates: RuleRates): OwnRule | undefined {
    const candidates = offered.event ? this.#of(offered.event.kind) : this.#ofFiles
    if (candidates.length === 0) return undefined
    const person = new Person(offered, statuses)
    let byKey: Met | undefined
    let byAddress: Met | undefined
    let allowing: OwnRule | undefined
    for (const candidate of candidates) {
      if (!person.meets(candidate)) continue
      const { rule, slot } = candidate
      if (rule.action === 'refuse') return rule
      if (rule.action === 'allow') {
        allowing = rule
        break
      }
      const { address } = offered
      const isByAddress = rule.by === 'address' && address !== undefined
      if (isByAddress) byAddress ??= this.#met(address, rates)
      else byKey ??= this.#met(offered.pubkey, rates)
      const met = isByAddress ? byAddress : byKey
      if (!met?.times.hasRoom(slot)) return rule
      met.slots.push(slot)
    }
    for (const met of [byKey, byAddress]) if (met) rates.count(met.times, met.slots, met.sender)
    return allowing
  }

  #met(sender: string, rates: RuleRates): Met {
    return { sender, times: rates.of(this.#limits, sender), slots: [] }
  }

  #of(kind: number): readonly Compiled[] {
    const known = this.#byKind.get(kind)
    if (known) return known
    const isOf = ({ rule: { kinds } }: Compiled) =>
      kinds.length === 0 || kinds.some(({ from, to }) => from <= kind && kind <= to)
    const rules = this.#active.filter(isOf)
    if (this.#byKind.size >= kindsMax) this.#byKind.clear()
    this.#byKind.set(kind, rules)
    return rules
  }
}

/** What the rules ask of one event, each looked up once however many rules ask. */
class Person {
  readonly #offered: Offered
  readonly #statuses: KeyStatuses
  /** Which bits of statuses were looked up, and which of them are so. */
  #asked = 0
  #are = 0
  #age = -1
  #hasMedia: boolean | undefined

  constructor(offered: Offered, statuses: KeyStatuses) {
    this.#offered = offered
    this.#statuses = statuses
  }

  meets({ who, others, except, newMs, isOfMedia, aboveBytes }: Compiled): boolean {
    if (except?.has(this.#offered.pubkey)) return false
    const is = who === 0 || (who === bits.new ? this.#ageMs() < newMs : this.#is(who))
    if (is === others) return false
    return (!isOfMedia || this.#shows()) && (aboveBytes === 0 || this.#offered.isAbove(aboveBytes))
  }

  #ageMs(): number {
    if (this.#age < 0) this.#age = this.#statuses.ageOf(this.#offered.pubkey)
    return this.#age
  }

  #shows(): boolean {
    const { event } = this.#offered
    this.#hasMedia ??= event ? hasMedia(event) : true
    return this.#hasMedia
  }

  #is(bit: number): boolean {
    if ((this.#asked & bit) === 0) {
      this.#asked |= bit
      if (this.#look(bit)) this.#are |= bit
    }
    return (this.#are & bit) !== 0
  }

  #look(bit: number): boolean {
    const { pubkey } = this.#offered
    if (bit === bits.allowed) return this.#statuses.isAllowed(pubkey)
    if (bit === bits.members) return this.#statuses.isMember(pubkey)
    if (bit === bits.paying) return this.#statuses.isPaying(pubkey)
    if (bit === bits.trusted) return this.#statuses.isTrusted(pubkey)
    for (let one = 1; one <= anyStatus; one *= 2) if ((one & anyStatus) !== 0 && this.#is(one)) return false
    return true
  }
}
