import { isDeepStrictEqual } from 'node:util'
import { messages, type NostrEvent } from '@hornets/contract'
import {
  type AccessEntry,
  type AccessList,
  patternsMax,
  putAccessEntries,
  removeAccessEntries,
  type WordMatch,
} from '@hornets/contract/admin/access-lists'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditEntry, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { type CompiledLists, compile, isInForce } from './compiled-lists.ts'
import { type FindName, readPubkey, readValue } from './entry-value.ts'
import { type EntryRow, ListsStore } from './lists-store.ts'
import { type NotedEntry, noted, rowOf, timeOf } from './noted-entry.ts'
import { textOf } from './word-matcher.ts'

export interface ListsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly findName: FindName
  readonly now: Clock
  readonly logger: Logger
}

export interface EntryInput {
  readonly value: string
  readonly reason?: string | undefined
  readonly expires_at?: string | null | undefined
  readonly match?: WordMatch | undefined
}

export interface EntryRevert {
  readonly value: string
  readonly from: NotedEntry | null
  readonly to: NotedEntry | null
}

interface Refused {
  readonly value: string
  readonly error: string
}

/** Names looked up at a time: each asks another server. */
const lookUpsAtOnce = 5

export class ListsService {
  readonly #parts: ListsOptions
  readonly #entries: ListsStore
  readonly #onChange: Emitter<AccessList>
  readonly #changes = pLimit(1)
  readonly #lookUps = pLimit(lookUpsAtOnce)
  #compiled: CompiledLists

  private constructor(parts: ListsOptions, compiled: CompiledLists) {
    this.#parts = parts
    this.#entries = new ListsStore(parts.database.reads)
    this.#compiled = compiled
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of an access list'))
  }

  static async open(parts: ListsOptions): Promise<ListsService> {
    return new ListsService(parts, await compile(await new ListsStore(parts.database.reads).listAll()))
  }

  onChange(listener: (list: AccessList) => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  isAllowed(pubkey: string): boolean {
    return isInForce(this.#compiled.allowed.get(pubkey), this.#parts.now())
  }

  allowedKeys(): string[] {
    return [...this.#compiled.allowed.keys()].filter(pubkey => this.isAllowed(pubkey))
  }

  addressEntry(address: string): string | undefined {
    const now = this.#parts.now()
    for (const { value, expiresAt } of this.#compiled.addresses.covering(address))
      if (isInForce(expiresAt, now)) return value
    return undefined
  }

  wordIn(event: Pick<NostrEvent, 'kind' | 'content' | 'tags'>): string | undefined {
    return this.#compiled.words.find(textOf(event), this.#parts.now())?.value
  }

  async list(query: Omit<Parameters<ListsStore['search']>[0], 'now'>) {
    const pubkey =
      query.list === 'allowed-pubkeys' && query.text ? await readPubkey(query.text, async () => null) : null
    const text = pubkey && 'value' in pubkey ? pubkey.value : query.text || undefined
    const { rows, count } = await this.#entries.search({ ...query, text, now: this.#parts.now() })
    return { entries: await this.#tell(rows), count }
  }

  /** A key given as hex, npub, nprofile or NIP-05 name. */
  readPubkey(given: string) {
    return this.#lookUps(() => readPubkey(given, this.#parts.findName))
  }

  /** Takes what it can: the rest is told with its errors. A listed value is changed; what is not sent stays. */
  async put(list: AccessList, given: readonly EntryInput[], actor: Actor) {
    const read = await Promise.all(given.map(input => this.#read(list, input)))
    return this.#changes(async () => {
      const { now, database, audit } = this.#parts
      const refused: Refused[] = read.flatMap(entry => ('error' in entry ? [entry] : []))
      const wanted = new Map(read.flatMap(entry => ('error' in entry ? [] : [[entry.value, entry] as const])))
      const patterns = [...wanted.values()].filter(({ match }) => match === 'pattern')
      for (const { value } of patterns.slice(Math.max(0, patternsMax - this.#compiled.words.patterns))) {
        wanted.delete(value)
        refused.push({ value, error: messages.tooManyPatterns })
      }
      if (wanted.size === 0) return { added: 0, updated: 0, before: [], refused }
      const done = await database.transact(async tx => {
        const known = await this.#entries.findEntries(tx, list, [...wanted.keys()])
        const before = new Map(known.map(row => [row.value, row]))
        const isLive = (row: EntryRow | undefined) => row !== undefined && isInForce(row.expires_at, now())
        const rows = [...wanted.values()].map((entry): EntryRow => {
          const old = before.get(entry.value)
          const stays = isLive(old) ? old : undefined
          return {
            list,
            value: entry.value,
            match: list === 'words' ? (entry.match ?? stays?.match ?? 'word') : '',
            reason: entry.reason ?? stays?.reason ?? '',
            expires_at: entry.expires_at === undefined ? (stays?.expires_at ?? null) : timeOf(entry.expires_at),
            created_at: stays?.created_at ?? now(),
            created_by: stays ? stays.created_by : actor.pubkey,
          }
        })
        await this.#entries.putEntries(tx, rows)
        const entries = rows.map((row): AuditEntry => {
          const old = before.get(row.value)
          const action = isLive(old) ? putAccessEntries.audit.update : putAccessEntries.audit.add
          return {
            actor,
            action,
            target: `${list}: ${row.value}`,
            ...(old && { before: noted(old) }),
            after: noted(row),
          }
        })
        await audit.recordChanges(tx, entries)
        return { count: rows.length, replaced: known.filter(isLive) }
      })
      await this.#reload(list)
      const { count, replaced } = done
      const updated = replaced.length
      return { added: count - updated, updated, before: await this.#tell(replaced), refused }
    })
  }

  /** The words and addresses that these entries alone would refuse; nothing is changed. */
  async draft(list: AccessList, given: readonly EntryInput[]) {
    const now = this.#parts.now()
    const read = await Promise.all(given.map(input => this.#read(list, input)))
    const rows = read.flatMap((entry): EntryRow[] =>
      'error' in entry
        ? []
        : [
            {
              list,
              value: entry.value,
              match: list === 'words' ? (entry.match ?? 'word') : '',
              reason: '',
              expires_at: null,
              created_at: now,
              created_by: null,
            },
          ],
    )
    const { words, addresses } = await compile(rows)
    return {
      wordIn: (event: Pick<NostrEvent, 'kind' | 'content' | 'tags'>) => words.find(textOf(event), now)?.value,
      blockedAddress: (address: string) => [...addresses.covering(address)][0]?.value,
    }
  }

  /** Values are taken in any form in which they can be added. */
  remove(list: AccessList, given: readonly string[], actor: Actor): Promise<{ removed: number }> {
    return this.#changes(async () => {
      const { database, audit } = this.#parts
      const read = await Promise.all(given.map(value => this.#read(list, { value })))
      const values = new Set([...given, ...read.map(({ value }) => value)])
      const gone = await database.transact(async tx => {
        const rows = await this.#entries.deleteEntries(tx, list, [...values])
        const entryOf = (row: EntryRow) => ({
          actor,
          action: removeAccessEntries.audit,
          target: `${list}: ${row.value}`,
          before: noted(row),
        })
        await audit.recordChanges(tx, rows.map(entryOf))
        return rows
      })
      if (gone.length > 0) await this.#reload(list)
      return { removed: gone.length }
    })
  }

  /** All or nothing. Throws ApiError('conflict') if an entry is not as it was left. */
  revert(list: AccessList, reverts: readonly EntryRevert[], actor: Actor): Promise<void> {
    return this.#changes(async () => {
      const { database, audit } = this.#parts
      await database.transact(async tx => {
        const values = reverts.map(({ value }) => value)
        const known = new Map((await this.#entries.findEntries(tx, list, values)).map(row => [row.value, row]))
        for (const { value, from } of reverts) {
          const row = known.get(value)
          if (!isDeepStrictEqual(row ? noted(row) : null, from)) throw new ApiError('conflict', messages.changedSince)
        }
        const back = reverts.flatMap(({ to }) => (to ? [rowOf(list, to)] : []))
        const gone = reverts.filter(({ to }) => to === null).map(({ value }) => value)
        if (back.length > 0) await this.#entries.putEntries(tx, back)
        if (gone.length > 0) await this.#entries.deleteEntries(tx, list, gone)
        await audit.recordChanges(
          tx,
          reverts.map(({ value, from, to }) => ({
            actor,
            target: `${list}: ${value}`,
            action: to === null ? removeAccessEntries.audit : putAccessEntries.audit[from ? 'update' : 'add'],
            ...(from && { before: from }),
            ...(to && { after: to }),
          })),
        )
      })
      await this.#reload(list)
    })
  }

  async #read(list: AccessList, input: EntryInput): Promise<EntryInput | Refused> {
    const match = input.match ?? 'word'
    const read = await this.#lookUps(() => readValue({ list, value: input.value, match }, this.#parts.findName))
    return 'error' in read ? { value: input.value, error: read.error } : { ...input, value: read.value }
  }

  async #reload(list: AccessList): Promise<void> {
    this.#compiled = await compile(await this.#entries.listAll())
    this.#onChange.emit(list)
  }

  async #tell(rows: readonly EntryRow[]): Promise<AccessEntry[]> {
    const authors = new Set(rows.flatMap(({ created_by }) => created_by ?? []))
    const names = await this.#parts.namesOf([...authors])
    return rows.map(row => ({ ...noted(row), created_by_name: names.get(row.created_by ?? '') ?? '' }))
  }
}
