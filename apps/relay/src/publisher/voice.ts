import { isDeepStrictEqual } from 'node:util'
import type { NostrEvent } from '@hornets/contract'
import { general } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { Serial } from '@hornets/server/serial'
import { finalizeEvent } from 'nostr-tools/pure'
import { CanonicalEvent } from '../events/canonical-event.ts'
import type { EventStore } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import type { Settings } from '../settings/settings.ts'
import type { PublishedKind, Sources, Words } from './published-kind.ts'

export interface VoiceParts {
  readonly kinds: readonly PublishedKind[]
  /** Has the key that signs: `general.private_key`. */
  readonly settings: Pick<Settings, 'get'>
  readonly sources: () => Sources
  readonly events: Pick<EventStore, 'save' | 'query' | 'removeById'>
  /** Hands an event to those who have subscribed to it. */
  readonly hand: (event: NostrEvent, json: string) => void
  readonly now: Clock
  readonly logger: Logger
}

/** What the relay says about itself, signed by its own key: one event of each kind, replaced when it is no longer true. */
export class Voice {
  readonly #parts: VoiceParts
  readonly #saying = new Serial()

  constructor(parts: VoiceParts) {
    this.#parts = parts
  }

  /** Says what has to be said after this change; after a start everything. Does not wait for it. */
  speak(after?: LiveTopic): void {
    for (const { kind, says } of this.#parts.kinds) {
      if (!says || (after && !says.after.includes(after))) continue
      const saying = this.#saying.run(() => this.#say(kind, says.compose(this.#parts.sources())))
      saying.catch(err => this.#parts.logger.error({ err, kind }, 'the relay could not publish an event of its own'))
    }
  }

  /** Resolves once all is said. */
  settled(): Promise<void> {
    return this.#saying.settled()
  }

  async #say(kind: number, words: Words | null): Promise<void> {
    const { settings, events, hand, now } = this.#parts
    const secret = Buffer.from(settings.get(general).private_key, 'hex')
    const before = await this.#said(kind)
    const event = words && finalizeEvent({ kind, ...copyOf(words), created_at: momentAfter(before, now()) }, secret)
    if (event && before.length === 1 && before.every(one => saysTheSame(one, event))) return
    if (event) {
      const { json } = new CanonicalEvent(event)
      await events.save({ event, json })
      hand(event, json)
    }
    // Those that another key of this relay has signed, too.
    for (const { id } of before) await events.removeById(id)
  }

  async #said(kind: number): Promise<NostrEvent[]> {
    const found: NostrEvent[] = []
    for await (const batch of this.#parts.events.query([{ kinds: [kind] }], { scope: readAll }))
      for (const json of batch.texts()) found.push(JSON.parse(json))
    return found
  }
}

const copyOf = ({ content, tags }: Words) => ({ content, tags: tags.map(tag => [...tag]) })

/** Unix seconds. Later than what it replaces, so that readers of both take the newer one. */
const momentAfter = (before: readonly NostrEvent[], nowMs: number) =>
  Math.max(Math.floor(nowMs / 1000), ...before.map(({ created_at }) => created_at + 1))

const saysTheSame = (one: NostrEvent, other: NostrEvent) =>
  one.pubkey === other.pubkey && one.content === other.content && isDeepStrictEqual(one.tags, other.tags)
