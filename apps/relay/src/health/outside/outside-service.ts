import type { NostrEvent } from '@hornets/contract'
import { type OutsideReport, type OutsideView, setOutsideView } from '@hornets/contract/admin/operation/outside-view'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { generateSecretKey } from 'nostr-tools'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { nostrLimits } from '../../nostr/fairness/limits.ts'
import { errorOfEvent } from '../../nostr/messages/parse-event.ts'
import { Peer } from '../../transfers/copy/peer.ts'
import { isAbout, monitorKind, namesOf, reportOf } from './monitor-report.ts'
import { OutsideStore } from './outside-store.ts'

export interface OutsideParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  /** As clients reach it; undefined: not set. */
  readonly address: string | undefined
  readonly wayOut: Pick<WayOut, 'agentFor'>
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly now: Clock
}

interface Asked {
  readonly at: number
  readonly error: string | null
  readonly reports: readonly OutsideReport[]
}

const reportsMax = 50
const silenceMs = 5_000
const answerMs = 15_000
const aheadMaxMs = 10 * 60_000

/** Asks the named relays for what monitors say of this one. Its answers are not kept: they are asked again. */
export class OutsideService {
  readonly #parts: OutsideParts
  readonly #store: OutsideStore
  readonly #asked = new Map<string, Asked>()
  readonly #changes = pLimit(1)
  readonly #closing = new AbortController()

  constructor(parts: OutsideParts) {
    this.#parts = parts
    this.#store = new OutsideStore(parts.database.reads)
  }

  async read(): Promise<OutsideView> {
    const relays = await this.#store.relays()
    const all = relays.flatMap(url => this.#asked.get(url)?.reports ?? [])
    const newestFirst = all.toSorted((one, other) => other.at.localeCompare(one.at))
    const monitors = new Set<string>()
    return {
      address: this.#parts.address ?? null,
      relays: relays.map(url => {
        const asked = this.#asked.get(url)
        return { url, asked_at: asked ? toTimestamp(asked.at) : null, error: asked?.error ?? null }
      }),
      reports: newestFirst.filter(({ monitor }) => monitors.size < monitors.add(monitor).size),
    }
  }

  async setRelays(given: readonly string[], actor: Actor): Promise<OutsideView> {
    await this.#changes(async () => {
      const { database, audit } = this.#parts
      const [before, relays] = [await this.#store.relays(), [...new Set(given)]]
      await database.transact(async tx => {
        await this.#store.putRelays(tx, relays)
        const entry = { actor, action: setOutsideView.audit, target: setOutsideView.path }
        await audit.recordChange(tx, { ...entry, before: { relays: before }, after: { relays } })
      })
      for (const url of before) if (!relays.includes(url)) this.#asked.delete(url)
    })
    await this.ask()
    return this.read()
  }

  async ask(): Promise<void> {
    const { address, now } = this.#parts
    const relays = await this.#store.relays()
    if (address === undefined || this.#closing.signal.aborted) return
    await Promise.all(
      relays.map(async url => {
        const found = await this.#reportsAt(url, address).then(
          reports => ({ reports, error: null }),
          (error: Error) => ({ reports: this.#asked.get(url)?.reports ?? [], error: error.message }),
        )
        this.#asked.set(url, { at: now(), ...found })
      }),
    )
  }

  close(): void {
    this.#closing.abort()
  }

  /** Throws ApiError. */
  async #reportsAt(url: string, address: string): Promise<OutsideReport[]> {
    const { wayOut, isGenuine, now } = this.#parts
    // Where a relay wants a sign-in, a key that is nobody's does it.
    const secretKey = generateSecretKey()
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(2 * answerMs)])
    const peer = await Peer.connect({ url, wayOut, secretKey: () => secretKey, now, signal, silenceMs, answerMs })
    try {
      const filter = { kinds: [monitorKind], '#d': namesOf(address), limit: reportsMax }
      const events = await peer.stored(filter, reportsMax)
      const latest = (now() + aheadMaxMs) / 1000
      const isSound = (event: NostrEvent) =>
        errorOfEvent(event, nostrLimits) === null && event.created_at <= latest && isAbout(event, address)
      return events.filter(event => isSound(event) && isGenuine(event)).map(event => reportOf(event, url))
    } finally {
      peer.close()
    }
  }
}
