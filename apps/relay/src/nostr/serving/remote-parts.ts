import type { NostrEvent } from '@hornets/contract'
import { isEphemeral } from '../../events/event-kinds.ts'
import type { ReaderKeys } from '../../policy/read-policy.ts'
import type { Refusal } from '../../policy/refusal.ts'
import type { Intake, PublishAnswer, PublishContext } from '../event-intake.ts'
import type { ConnectionPolicy, TrafficCounter } from '../server-parts.ts'
import type { FilterOf, ReaderFilter } from '../subscriptions/content-filter.ts'
import type { MainCalls, PolicyState, ServingCalls } from './calls.ts'
import type { Link } from './link.ts'

// What connections need of the main process, as they have it there.

export type MainLink = Link<MainCalls, ServingCalls>

export class RemotePolicy implements ConnectionPolicy {
  readonly #main: MainLink
  readonly #ofKeys = new WeakMap<ReaderKeys, Refusal | null>()
  state: PolicyState

  constructor(main: MainLink, state: PolicyState) {
    this.#main = main
    this.state = state
  }

  get moderationMode(): 'strict' | 'passive' {
    return this.state.moderationMode
  }

  judgeAddress(ip: string): Promise<Refusal | null> {
    return this.#main.call('judgeAddress', [ip])
  }

  judgeReader(pubkey: string, ip?: string): Promise<Refusal | null> {
    return this.#main.call('judgeReader', [pubkey, ip ?? null])
  }

  judgeReading(keys: ReaderKeys): Refusal | null {
    return keys.size === 0 || this.state.nobody === null ? this.state.nobody : (this.#ofKeys.get(keys) ?? null)
  }

  refresh(keys: ReaderKeys): Promise<void> | undefined {
    if (keys.size === 0 || this.state.nobody === null) return undefined
    return this.#main.call('judgeReading', [[...keys]]).then(refusal => {
      this.#ofKeys.set(keys, refusal)
    })
  }
}

/** Symbols of connections as texts. */
class SharerNames {
  readonly #names = new WeakMap<symbol, string>()
  #last = 0

  of(sharer: unknown): string {
    if (typeof sharer !== 'symbol') return String(sharer)
    const known = this.#names.get(sharer)
    if (known !== undefined) return known
    this.#last += 1
    this.#names.set(sharer, String(this.#last))
    return String(this.#last)
  }
}

/** Gives verified events to the main process, which judges, counts, stores and notes them. */
export class RemoteIntake implements Intake {
  readonly #main: MainLink
  readonly #sharers = new SharerNames()
  readonly #onError: (error: unknown) => void

  constructor(main: MainLink, onError: (error: unknown) => void) {
    this.#main = main
    this.#onError = onError
  }

  publish(event: NostrEvent, json: string, { authenticated, address, sharer, ip }: PublishContext) {
    const from = { authenticated: [...authenticated], address, sharer: this.#sharers.of(sharer), ip: ip ?? null }
    // A stored event that is given twice is known the second time.
    const isOnce = isEphemeral(event.kind)
    return this.#main.call('publish', [json, from], { isOnce }).catch(error => this.failure(event, error))
  }

  failure(_event: NostrEvent, error: unknown): PublishAnswer {
    this.#onError(error)
    return { accepted: false, message: 'error: the event could not be stored, please try again', cause: 'disk' }
  }
}

export function remoteFilters(main: MainLink, policy: RemotePolicy): FilterOf {
  const shows: ReaderFilter['shows'] = (event, { keys, signal, isLive }) =>
    main.call('shows', [[...keys], JSON.stringify(event), isLive], { signal })
  return keys => {
    if (keys.size === 0 || !policy.state.filters) return undefined
    return main.call('hasFilter', [[...keys]]).then(has => (has ? { shows } : undefined))
  }
}

/** Counts of one turn in one message. */
export class RemoteTraffic implements TrafficCounter {
  readonly #main: MainLink
  #accepted = 0
  #refused = 0
  #isDue = false

  constructor(main: MainLink) {
    this.#main = main
  }

  accepted(): void {
    this.#accepted += 1
    this.#tell()
  }

  refused(): void {
    this.#refused += 1
    this.#tell()
  }

  #tell(): void {
    if (this.#isDue) return
    this.#isDue = true
    process.nextTick(() => {
      this.#isDue = false
      this.#main.tell('answered', this.#accepted, this.#refused)
      this.#accepted = 0
      this.#refused = 0
    })
  }
}
