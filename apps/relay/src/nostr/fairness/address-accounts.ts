import { customerKeys, siteTimes } from '@hornets/server/http/caller'
import { SendBudget } from '../sending/send-budget.ts'
import type { Load, SharedLoads } from './in-flight.ts'
import type { NostrLimits } from './limits.ts'
import { TurnAccount } from './message-scheduler.ts'
import { Pace } from './pace.ts'
import { QueryAccount } from './query-scheduler.ts'

/** A reverse proxy on the relay's machine uses these for all its clients, so they have no limits. */
const ownAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::ffff:127.0.0.1', '::1'])
export const isOwnAddress = (address: string): boolean => ownAddresses.has(address)
const ownTimes = Number.POSITIVE_INFINITY

class Customer {
  readonly key: string
  readonly times: number
  readonly sendQueues: SendBudget
  readonly queries: QueryAccount
  readonly turn = new TurnAccount()
  readonly load: Load = { events: 0, bytes: 0 }
  readonly bytes: Pace | null
  /** Milliseconds; null = unlimited. */
  readonly frames: Pace | null
  readonly forged: Pace | null
  connections = 0
  readonly comparisons = { open: 0 }

  constructor(key: string, times: number, { limits, sendQueues, now }: AddressAccountsParts) {
    this.key = key
    this.times = times
    this.sendQueues = new SendBudget(limits.unsentBytesPerAddressMax * times, sendQueues)
    this.queries = new QueryAccount(limits, now)
    const { bytesPerSecondPerAddress: perSecond, bytesBurstPerAddress: burst } = limits
    this.bytes = Number.isFinite(times) ? new Pace(perSecond * times, burst * times, now) : null
    const { frameMillisPerSecond: millis, frameMillisBurst: most } = limits
    this.frames = Number.isFinite(times) ? new Pace(millis * times, most * times, now) : null
    const { forgedPerSecond, forgedBurst } = limits
    this.forged = Number.isFinite(times) ? new Pace(forgedPerSecond * times, forgedBurst * times, now) : null
  }

  get isForging(): boolean {
    return this.forged?.isOverdrawn() ?? false
  }
}

export interface AddressAccount {
  /** Its customer: an IPv4 address or an IPv6 /56; null on this machine, where a proxy may run. */
  readonly key: string | null
  /** With whom it shares turns: `key`, or nobody. */
  readonly sharer: unknown
  readonly sendQueues: SendBudget
  readonly queries: QueryAccount
  readonly turn: TurnAccount
  readonly loads: SharedLoads
  readonly comparisons: { open: number }
  /** Milliseconds to stop reading after this many bytes; 0 = none. */
  receive(bytes: number): number
  /** The same after it took so long to take what was received apart into frames. */
  takeApart(millis: number): number
  /** The same after an event with a wrong id or signature. */
  forge(): number
  leave(): void
}

export interface AddressAccountsParts {
  readonly limits: NostrLimits
  readonly sendQueues: SendBudget
  readonly now: () => number
}

const sweepMillis = 60_000

/** Limits per address, however many connections it opens. */
export class AddressAccounts {
  readonly #parts: AddressAccountsParts
  readonly #customers = new Map<string, Customer>()
  readonly #all: Load = { events: 0, bytes: 0 }
  #sweptAt: number

  constructor(parts: AddressAccountsParts) {
    this.#parts = parts
    this.#sweptAt = parts.now()
  }

  /** Adds a connection; null if the address has reached its limit, or its frames cost too much lately. */
  connect(address: string): AddressAccount | null {
    this.#sweep()
    const isOwn = isOwnAddress(address)
    const { customer: key, site: siteKey } = customerKeys(address)
    const site = siteKey === null || isOwn ? null : this.#customer(siteKey, siteTimes)
    const customer = this.#customer(key, isOwn ? ownTimes : 1)
    const places = site ? [customer, site] : [customer]
    const { connectionsPerAddressMax } = this.#parts.limits
    if (places.some(place => place.connections >= connectionsPerAddressMax * place.times)) return null
    if (places.some(place => place.frames?.isOverdrawn())) return null
    for (const place of places) place.connections += 1
    return {
      key: isOwn ? null : key,
      sharer: isOwn ? Symbol('connection') : key,
      sendQueues: customer.sendQueues,
      queries: customer.queries,
      turn: isOwn ? new TurnAccount() : customer.turn,
      loads: { all: this.#all, places },
      comparisons: customer.comparisons,
      receive: bytes => Math.max(...places.map(place => place.bytes?.spend(bytes) ?? 0)),
      takeApart: millis => Math.max(...places.map(place => place.frames?.spend(millis) ?? 0)),
      forge: () => Math.max(...places.map(place => place.forged?.spend(1) ?? 0)),
      leave: () => {
        for (const place of places) place.connections -= 1
      },
    }
  }

  /** Whether the address, or another one of its site, has a connection. */
  isConnected(address: string): boolean {
    const { customer, site } = customerKeys(address)
    return (this.#customers.get(site ?? customer)?.connections ?? 0) > 0
  }

  #customer(key: string, times: number): Customer {
    let place = this.#customers.get(key)
    if (!place) {
      place = new Customer(key, times, this.#parts)
      this.#customers.set(key, place)
    }
    return place
  }

  /** Forgets addresses without connections and without debts. */
  #sweep(): void {
    const now = this.#parts.now()
    if (Math.abs(now - this.#sweptAt) < sweepMillis) return
    this.#sweptAt = now
    for (const [key, { connections, queries, bytes, frames, isForging }] of this.#customers) {
      const owes = queries.pace.isOverdrawn() || bytes?.isOverdrawn() || frames?.isOverdrawn()
      if (connections === 0 && !owes && !isForging) this.#customers.delete(key)
    }
  }
}
