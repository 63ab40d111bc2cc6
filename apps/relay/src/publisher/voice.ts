import { isDeepStrictEqual } from 'node:util'
import type { NostrEvent } from '@hornets/contract'
import { general } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { wrapEvent } from 'nostr-tools/nip59'
import { finalizeEvent } from 'nostr-tools/pure'
import pLimit from 'p-limit'
import { CanonicalEvent } from '../events/canonical-event.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Filter } from '../events/filter.ts'
import { readAll } from '../events/read-scope.ts'
import type { Settings } from '../settings/settings.ts'
import type { Account, PublishedKind, Sources, Words } from './published-kind.ts'

export interface VoiceParts {
  readonly kinds: readonly PublishedKind[]
  /** Provides the signing key: `general.private_key`. */
  readonly settings: Pick<Settings, 'get'>
  readonly sources: () => Sources
  readonly events: Pick<EventStore, 'save' | 'query' | 'removeById'>
  /** Delivers an event to its subscribers. */
  readonly hand: (event: NostrEvent, json: string) => void
  readonly now: Clock
  readonly logger: Logger
}

/**
 * The relay's statements about itself, signed by its own key: one event per kind, replaced when it is no longer true.
 */
export class Voice {
  readonly #parts: VoiceParts
  readonly #saying = pLimit(1)

  constructor(parts: VoiceParts) {
    this.#parts = parts
  }

  /** Publishes what this change requires; everything after a start. Does not wait for it. */
  speak(after?: LiveTopic): void {
    for (const { kind, says } of this.#parts.kinds) {
      if (!says || (after && !says.after.includes(after))) continue
      const saying = this.#saying(() => this.#say(kind, says.compose(this.#parts.sources())))
      saying.catch(err => this.#parts.logger.error({ err, kind }, 'could not publish an event of the relay'))
    }
  }

  /** Publishes a subscriber's account in place of the previous event. Resolves once it is durable. */
  async tell(account: Account): Promise<void> {
    for (const { kind, saysTo } of this.#parts.kinds) {
      const filter = { kinds: [kind], tags: [['p', [account.pubkey]]] } as const
      if (saysTo) await this.#replace(kind, await this.#find(filter), saysTo(account))
    }
  }

  /**
   * A private message from the relay to a key (NIP-17). Resolves once it is durable. The same text of the same time, in
   * milliseconds, is the same message to its reader.
   */
  async write(pubkey: string, text: string, at = this.#parts.now()): Promise<void> {
    const { settings, events, hand } = this.#parts
    const secret = Buffer.from(settings.get(general).private_key, 'hex')
    const message = { kind: 14, content: text, tags: [['p', pubkey]], created_at: Math.floor(at / 1000) }
    const event = wrapEvent(message, secret, pubkey) as NostrEvent
    const { json } = new CanonicalEvent(event)
    await events.save({ event, json })
    hand(event, json)
  }

  /** Resolves once all is said. */
  settled(): Promise<void> {
    return this.#saying(() => undefined)
  }

  async #say(kind: number, words: Words | null): Promise<void> {
    await this.#replace(kind, await this.#find({ kinds: [kind] }), words)
  }

  async #replace(kind: number, before: readonly NostrEvent[], words: Words | null): Promise<void> {
    const { settings, events, hand, now } = this.#parts
    const secret = Buffer.from(settings.get(general).private_key, 'hex')
    const event = words && finalizeEvent({ kind, ...copyOf(words), created_at: momentAfter(before, now()) }, secret)
    if (event && before.length === 1 && before.every(one => saysTheSame(one, event))) return
    if (event) {
      const { json } = new CanonicalEvent(event)
      await events.save({ event, json })
      hand(event, json)
    }
    // Including those signed by an earlier key of this relay.
    for (const { id } of before) await events.removeById(id)
  }

  async #find(filter: Filter): Promise<NostrEvent[]> {
    const found: NostrEvent[] = []
    for await (const batch of this.#parts.events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) found.push(JSON.parse(json))
    return found
  }
}

const copyOf = ({ content, tags }: Words) => ({ content, tags: tags.map(tag => [...tag]) })

/** Unix seconds. Later than the replaced event, so that readers prefer the new one. */
const momentAfter = (before: readonly NostrEvent[], nowMs: number) =>
  Math.max(Math.floor(nowMs / 1000), ...before.map(({ created_at }) => created_at + 1))

const saysTheSame = (one: NostrEvent, other: NostrEvent) =>
  one.pubkey === other.pubkey && one.content === other.content && isDeepStrictEqual(one.tags, other.tags)
