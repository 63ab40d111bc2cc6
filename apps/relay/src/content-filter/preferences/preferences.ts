import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { EventBatch } from '../../events/event-batch.ts'
import { deletionKind, preferenceKind, vanishKind } from '../../events/event-kinds.ts'
import type { EventStore } from '../../events/event-store.ts'
import { readAll } from '../../events/read-scope.ts'
import { type Preference, preferenceOf } from './preference.ts'

export interface PreferencesParts {
  readonly events: Pick<EventStore, 'query' | 'queryAtOnce'>
  readonly now: Clock
  readonly log: Logger
}

type Filters = Parameters<EventStore['query']>[0]

interface Known {
  readonly preference: Preference | null
  readonly until: number
}

const knownMax = 20_000
/** What removes an event without a word to us, an admin or its expiry, is seen after this. */
const knownMs = 60_000

export class Preferences {
  readonly #parts: PreferencesParts
  readonly #known = new Map<string, Known>()
  readonly #reading = new Map<string, Promise<Preference | null>>()

  constructor(parts: PreferencesParts) {
    this.#parts = parts
  }

  of(pubkey: string): Preference | null | Promise<Preference | null> {
    const known = this.#known.get(pubkey)
    if (known && this.#parts.now() < known.until) return known.preference
    return this.#reading.get(pubkey) ?? this.#read(pubkey)
  }

  note({ kind, pubkey }: NostrEvent): void {
    if (kind === preferenceKind || kind === deletionKind || kind === vanishKind) this.forget(pubkey)
  }

  forget(pubkey: string): void {
    this.#known.delete(pubkey)
    this.#reading.delete(pubkey)
  }

  #read(pubkey: string): Preference | null | Promise<Preference | null> {
    const filters = [{ kinds: [preferenceKind], authors: [pubkey], limit: 1 }]
    const atOnce = this.#readAtOnce(filters)
    if (atOnce) return this.#keep(pubkey, preferenceIn(atOnce))
    const reading: Promise<Preference | null> = this.#readAside(filters)
      .then(preference => (this.#reading.get(pubkey) === reading ? this.#keep(pubkey, preference) : preference))
      .catch(err => {
        this.#parts.log.error({ err }, 'could not read the preferences of a reader')
        return null
      })
      .finally(() => this.#reading.get(pubkey) === reading && this.#reading.delete(pubkey))
    this.#reading.set(pubkey, reading)
    return reading
  }

  #readAtOnce(filters: Filters): EventBatch | null {
    try {
      return this.#parts.events.queryAtOnce(filters, { scope: readAll })
    } catch {
      // Reading aside says what is wrong.
      return null
    }
  }

  async #readAside(filters: Filters): Promise<Preference | null> {
    for await (const batch of this.#parts.events.query(filters, { scope: readAll, isAside: true })) {
      const preference = preferenceIn(batch)
      if (preference) return preference
    }
    return null
  }

  #keep(pubkey: string, preference: Preference | null): Preference | null {
    this.#known.delete(pubkey)
    this.#known.set(pubkey, { preference, until: this.#parts.now() + knownMs })
    const [oldest] = this.#known.keys()
    if (this.#known.size > knownMax && oldest !== undefined) this.#known.delete(oldest)
    return preference
  }
}

function preferenceIn(batch: EventBatch): Preference | null {
  const [json] = batch.texts()
  return json === undefined ? null : preferenceOf(JSON.parse(json) as NostrEvent)
}
