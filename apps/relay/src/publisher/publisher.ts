import { isDeepStrictEqual } from 'node:util'
import type { NostrEvent } from '@hornets/contract'
import type { LiveTopic } from '@hornets/contract/live-topics'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { wrapEvent } from 'nostr-tools/nip59'
import { finalizeEvent } from 'nostr-tools/pure'
import pLimit from 'p-limit'
import type { Bus } from '../bus/bus.ts'
import { CanonicalEvent } from '../events/canonical-event.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Filter } from '../events/filter.ts'
import { readAll } from '../events/read-scope.ts'
import { publicKeyOf } from '../keys/nostr-keys.ts'
import type { Settings } from '../settings/settings.ts'
import type { Account, PublishedKind, Sources, Words } from './published-kind.ts'

export interface PublisherParts {
  readonly kinds: readonly PublishedKind[]
  readonly settings: Pick<Settings, 'relayKey'>
  readonly sources: () => Sources
  readonly events: Pick<EventStore, 'save' | 'query' | 'removeById'>
  readonly bus: Pick<Bus, 'emit'>
  readonly now: Clock
  readonly logger: Logger
}

const deletionKind = 5

/** One event per kind, replaced when it is no longer true, and others that it is asked to sign. */
export class Publisher {
  readonly #parts: PublisherParts
  readonly #queue = pLimit(1)

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  refresh(after?: LiveTopic): void {
    for (const { kind, says, saysEach } of this.#parts.kinds) {
      const isDue = (of: { readonly after: readonly LiveTopic[] }) => !after || of.after.includes(after)
      if (says && isDue(says)) this.#begin(kind, () => this.#renew(kind, says.compose(this.#parts.sources())))
      if (saysEach && isDue(saysEach))
        this.#begin(kind, () => this.#renewEach(kind, saysEach.compose(this.#parts.sources())))
    }
  }

  async publishAccount(account: Account): Promise<void> {
    for (const { kind, saysTo } of this.#parts.kinds) {
      const filter = { kinds: [kind], tags: [['p', [account.pubkey]]] } as const
      if (saysTo) await this.#replace(kind, await this.#find(filter), saysTo(account))
    }
  }

  /** NIP-17; durable when it resolves. The same text and time (ms) is the same message to its reader. */
  async write(pubkey: string, text: string, at = this.#parts.now()): Promise<void> {
    const message = { kind: 14, content: text, tags: [['p', pubkey]], created_at: Math.floor(at / 1000) }
    await this.publish(wrapEvent(message, this.#secret(), pubkey) as NostrEvent)
  }

  pubkey(): string {
    return publicKeyOf(this.#secret())
  }

  async find(id: string): Promise<NostrEvent | null> {
    return (await this.#find({ ids: [id] }))[0] ?? null
  }

  findAll(filter: Filter): Promise<NostrEvent[]> {
    return this.#find(filter)
  }

  /** An event of a kind that others publish too. `after`: Unix seconds, before its own time. */
  sign(kind: number, words: Words, after: number): NostrEvent {
    return finalizeEvent({ kind, ...copyOf(words), created_at: momentAfter(after, this.#parts.now()) }, this.#secret())
  }

  async publish(event: NostrEvent): Promise<void> {
    const { json } = new CanonicalEvent(event)
    await this.#parts.events.save({ event, json })
    this.#parts.bus.emit('published', { event, json })
  }

  /** Deletes an event, and asks who has it to do the same (NIP-09), if it is by the current key. */
  async takeBack(event: NostrEvent): Promise<void> {
    const tags = [
      ['e', event.id],
      ['k', String(event.kind)],
    ]
    if (event.pubkey === this.pubkey()) await this.publish(this.sign(deletionKind, { content: '', tags }, 0))
    await this.#parts.events.removeById(event.id)
  }

  readonly saysTheSame = saysTheSame

  settled(): Promise<void> {
    return this.#queue(() => undefined)
  }

  #begin(kind: number, work: () => Promise<void>): void {
    const failed = (err: unknown) => this.#parts.logger.error({ err, kind }, 'could not publish an event of the relay')
    this.#queue(work).catch(failed)
  }

  async #renewEach(kind: number, all: ReadonlyMap<string, Words>): Promise<void> {
    const before = Map.groupBy(await this.#find({ kinds: [kind] }), ({ tags }) => tags.find(isName)?.[1] ?? '')
    for (const name of new Set([...before.keys(), ...all.keys()]))
      await this.#replace(kind, before.get(name) ?? [], all.get(name) ?? null)
  }

  async #renew(kind: number, words: Words | null): Promise<void> {
    await this.#replace(kind, await this.#find({ kinds: [kind] }), words)
  }

  async #replace(kind: number, before: readonly NostrEvent[], words: Words | null): Promise<void> {
    const last = Math.max(0, ...before.map(({ created_at }) => created_at))
    const event = words && this.sign(kind, words, last)
    if (event && before.length === 1 && before.every(one => saysTheSame(one, event))) return
    if (event) await this.publish(event)
    // Including those signed by an earlier key of this relay.
    for (const { id } of before) await this.#parts.events.removeById(id)
  }

  #secret(): Uint8Array {
    return this.#parts.settings.relayKey()
  }

  async #find(filter: Filter): Promise<NostrEvent[]> {
    const found: NostrEvent[] = []
    for await (const batch of this.#parts.events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) found.push(JSON.parse(json))
    return found
  }
}

const isName = ([name]: readonly string[]) => name === 'd'

const copyOf = ({ content, tags }: Words) => ({ content, tags: tags.map(tag => [...tag]) })

/** Unix seconds. Later than the replaced event, so that readers prefer the new one. */
const momentAfter = (last: number, nowMs: number) => Math.max(Math.floor(nowMs / 1000), last + 1)

const saysTheSame = (one: NostrEvent, other: NostrEvent) =>
  one.pubkey === other.pubkey && one.content === other.content && isDeepStrictEqual(one.tags, other.tags)
