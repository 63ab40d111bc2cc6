import { type AnswerOf, type BodyOf, type NostrEvent, nostrEvent, type QueryOf } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import {
  type exportHashList,
  type fetchHashList,
  type HashListShare,
  hashListKind,
  type imageLists,
  importHashList,
  removeImageList,
  shareHashList,
} from '@hornets/contract/admin/files/hash-lists'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { parseSafely } from '@hornets/server/http/serve'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { EventStore } from '../../../events/event-store.ts'
import { readAll } from '../../../events/read-scope.ts'
import { requirePubkey } from '../../../keys/require-pubkey.ts'
import type { VerifyEvent } from '../authorization.ts'
import type { FileIndex } from '../files/file-index.ts'
import type { ImagePrints } from '../similarity/print-service.ts'
import type { PrintStore } from '../similarity/print-store.ts'
import type { BanGuard } from './ban-guard.ts'
import type { BanStore } from './ban-store.ts'
import { fetchList } from './fetch-list.ts'
import { type HashList, type ListedHash, readHashList, writeHashList } from './hash-list.ts'
import { hashesIn, listParts } from './hash-list-event.ts'
import type { ListedImages } from './listed-images.ts'

export interface ListPublisher {
  pubkey(): string
  sign(kind: number, words: ReturnType<typeof listParts>[number], after: number): NostrEvent
  publish(event: NostrEvent): Promise<void>
  takeBack(event: NostrEvent): Promise<void>
  saysTheSame(one: NostrEvent, other: NostrEvent): boolean
}

export interface HashListsParts {
  readonly store: BanStore
  readonly listed: ListedImages
  readonly guard: Pick<BanGuard, 'review'>
  readonly prints: Pick<ImagePrints, 'nearTo'>
  readonly printRows: Pick<PrintStore, 'printsOf'>
  readonly index: Pick<FileIndex, 'ban' | 'find'>
  readonly events: Pick<EventStore, 'query'>
  readonly verifyEvent: VerifyEvent
  readonly publisher?: ListPublisher | undefined
  readonly wayOut: Pick<WayOut, 'agentFor'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly now: Clock
  readonly logger: Logger
}

type Imported = AnswerOf<typeof importHashList>

const exportedMax = 100_000
const listsMax = 100
/** Of a list, so many files are banned in one transaction. */
const bannedAtOnce = 500

export class HashLists {
  readonly #parts: HashListsParts
  readonly #sharing = pLimit(1)

  constructor(parts: HashListsParts) {
    this.#parts = parts
  }

  async importList({ text, reason }: BodyOf<typeof importHashList>, actor: Actor): Promise<Imported> {
    const events = eventsIn(text)
    return this.#take(events ? await this.#read(events) : readHashList(text), reason, actor)
  }

  /** The same with the list that another relay shares. Throws ApiError('bad_request' or 'bad_gateway'). */
  async takeFrom({ relay, pubkey, reason }: BodyOf<typeof fetchHashList>, actor: Actor): Promise<Imported> {
    const author = requirePubkey(pubkey)
    const found = await fetchList({ relay, pubkey: author }, this.#parts)
    const events = found.filter(event => event?.pubkey === author && event.kind === hashListKind)
    if (events.length === 0) throw new ApiError('bad_request', fileMessages.listMissing)
    return this.#take(await this.#read(events), reason, actor)
  }

  async exportList(format: QueryOf<typeof exportHashList>['format']): Promise<string> {
    return writeHashList(await this.#own(), format)
  }

  async imageLists(): Promise<AnswerOf<typeof imageLists>> {
    const lists = await this.#parts.listed.store.lists(listsMax)
    return { lists: lists.map(({ at, ...list }) => ({ ...list, at: toTimestamp(at * 1000) })) }
  }

  /** Throws ApiError('not_found'). */
  async removeImages({ reason }: BodyOf<typeof removeImageList>, actor: Actor) {
    const removed = await this.#parts.listed.remove(reason)
    if (removed === 0) throw new ApiError('not_found', fileMessages.imageListUnknown)
    this.renew()
    await this.#note(actor, removeImageList.audit, reason, { removed })
    return { removed }
  }

  async sharing(): Promise<HashListShare> {
    const events = await this.#published()
    return { events: events.length, hashes: hashesIn(events).length, pubkey: this.#parts.publisher?.pubkey() ?? null }
  }

  /** Throws ApiError('conflict') where the relay publishes nothing. */
  async share({ shared }: BodyOf<typeof shareHashList>, actor: Actor): Promise<HashListShare> {
    if (!this.#parts.publisher) throw new ApiError('conflict', fileMessages.notShared)
    await this.#sharing(async () => this.#publish(shared ? await this.#own() : []))
    const state = await this.sharing()
    await this.#note(actor, shareHashList.audit, shared ? 'shared' : 'withdrawn', { hashes: state.hashes })
    return state
  }

  /** After a ban or its end: a list that is shared follows. */
  renew(): void {
    this.#sharing(async () => {
      if ((await this.#published()).length > 0) await this.#publish(await this.#own())
    }).catch(err => this.#parts.logger.error({ err }, 'the shared list of banned files could not be renewed'))
  }

  settled(): Promise<void> {
    return this.#sharing(() => undefined)
  }

  async #read(events: readonly NostrEvent[]): Promise<HashList> {
    const genuine: NostrEvent[] = []
    const refused: HashList['refused'][number][] = []
    for (const [at, event] of events.entries()) {
      const isList = parseSafely(nostrEvent, event).success && event.kind === hashListKind
      if (isList && (await this.#parts.verifyEvent(event))) genuine.push(event)
      else refused.push({ line: at + 1, error: fileMessages.listUnsigned })
    }
    return { entries: hashesIn(genuine), refused }
  }

  async #take({ entries, refused }: HashList, reason: string, actor: Actor): Promise<Imported> {
    const named = entries.map(entry => ({ ...entry, reason: entry.reason || reason }))
    const at = Math.floor(this.#parts.now() / 1000)
    const files = await this.#banFiles(
      named.filter(({ type }) => type === 'sha256'),
      { at, by: actor.pubkey },
    )
    const images = await this.#banImages(
      named.filter(({ type }) => type === 'pdq'),
      { at, by: actor.pubkey },
    )
    const done = { banned: files.banned + images.banned, deleted: files.deleted + images.deleted }
    if (done.banned > 0) this.renew()
    await this.#note(actor, importHashList.audit, reason, done)
    return { ...done, refused: [...refused] }
  }

  async #banFiles(entries: readonly ListedHash[], by: ListedBy) {
    const { index, store } = this.#parts
    let [banned, deleted] = [0, 0]
    for (let from = 0; from < entries.length; from += bannedAtOnce) {
      const some = entries.slice(from, from + bannedAtOnce)
      const known = await store.bannedForReason(some.map(({ hash }) => hash))
      const fresh = some.filter(({ hash }) => !known.has(hash))
      const bans = fresh.map(({ hash, reason }) => ({ ...by, alike: 0, hash, reason }))
      if (bans.length > 0) deleted += (await index.ban(bans)).length
      banned += bans.length
    }
    return { banned, deleted }
  }

  async #banImages(entries: readonly ListedHash[], by: ListedBy) {
    const { listed, prints, printRows, guard, index } = this.#parts
    const fresh = await listed.add(entries, by)
    let deleted = 0
    for (const hash of await prints.nearTo(fresh.map(({ hash: pdq }) => pdq))) {
      await guard.review(hash, (await printRows.printsOf([hash])).get(hash) ?? [])
      if (!(await index.find(hash))) deleted++
    }
    return { banned: fresh.length, deleted }
  }

  /** What is banned here for a reason, the oldest first, so that parts which are shared stay as they are. */
  async #own(): Promise<ListedHash[]> {
    const { store, listed } = this.#parts
    const files = (await store.listed(exportedMax)).toReversed()
    return [...files.map(entry => ({ ...entry, type: 'sha256' as const })), ...(await listed.store.shared(exportedMax))]
  }

  async #published(): Promise<NostrEvent[]> {
    const { events, publisher } = this.#parts
    const found: NostrEvent[] = []
    if (!publisher) return found
    const filter = { kinds: [hashListKind], authors: [publisher.pubkey()] }
    for await (const batch of events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) found.push(JSON.parse(json))
    return found
  }

  async #publish(entries: readonly ListedHash[]): Promise<void> {
    const { publisher } = this.#parts
    if (!publisher) return
    const before = new Map((await this.#published()).map(event => [addressOf(event), event]))
    for (const words of listParts(entries)) {
      const last = before.get(addressOf(words))
      before.delete(addressOf(words))
      const event = publisher.sign(hashListKind, words, last?.created_at ?? 0)
      if (!last || !publisher.saysTheSame(last, event)) await publisher.publish(event)
    }
    for (const event of before.values()) await publisher.takeBack(event)
  }

  async #note(
    actor: Actor,
    action: typeof importHashList.audit | typeof removeImageList.audit | typeof shareHashList.audit,
    target: string,
    after: Record<string, number>,
  ): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChange(tx, { actor, action, target, after }))
  }
}

interface ListedBy {
  /** Unix seconds. */
  readonly at: number
  /** Null for the command line. */
  readonly by: string | null
}

const addressOf = ({ tags }: { readonly tags: readonly (readonly string[])[] }) =>
  tags.find(([name]) => name === 'd')?.[1] ?? ''

function eventsIn(text: string): NostrEvent[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const all = Array.isArray(parsed) ? parsed : [parsed]
    return all.some(one => one !== null && typeof one === 'object' && 'sig' in one) ? all : undefined
  } catch {
    return undefined
  }
}
