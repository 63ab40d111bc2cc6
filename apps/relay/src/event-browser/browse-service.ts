import type { AnswerOf, NostrEvent } from '@hornets/contract'
import type { countEvents, EventAuthor, listEvents } from '@hornets/contract/admin/events/browse'
import type { Role } from '@hornets/contract/roles'
import { type EventStore, QueryTooCostly, type ReadTime } from '../events/event-store.ts'
import type { Cursor, Filter } from '../events/filter.ts'
import { consoleScopeOf } from '../policy/read-policy.ts'
import type { ProfileReader } from '../profiles/profile-reader.ts'

export interface BrowseParts {
  readonly events: Pick<EventStore, 'query' | 'measure' | 'count'>
  readonly profiles: Pick<ProfileReader, 'read'>
  readonly marks: { isRight(pubkey: string, name: string): boolean }
}

export interface Reader {
  readonly role: Role
  readonly signal: AbortSignal
}

const exportedAtOnce = 500

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The stored events as an admin may see them. Always read by reader threads. */
export class BrowseService {
  readonly #parts: BrowseParts

  constructor(parts: BrowseParts) {
    this.#parts = parts
  }

  /** What was found before the time was over, for a filter that no index serves. */
  async list(filter: Filter, { limit, cursor }: Page, reader: Reader): Promise<AnswerOf<typeof listEvents>> {
    const shown = Math.min(limit, filter.limit ?? limit)
    const wanted = { ...filter, limit: shown + 1, ...(cursor !== undefined && { after: placeIn(cursor) }) }
    const { found, isAll } = await this.#read(wanted, reader)
    const events = found.slice(0, shown).map(json => JSON.parse(json) as NostrEvent)
    const last = found.length > shown ? events.at(-1) : undefined
    const isOnePage = filter.search !== undefined || (filter.limit ?? Number.POSITIVE_INFINITY) <= limit
    return {
      events,
      next: last && !isOnePage ? `${last.created_at}.${last.id}` : null,
      authors: await this.#authorsOf(events),
      complete: isAll,
    }
  }

  /** Each chunk is its own query: a slow reader holds no transaction. Throws QueryTooCostly for a search. */
  async *lines(filter: Filter, reader: Reader): AsyncGenerator<string> {
    for (let left = filter.limit ?? Number.POSITIVE_INFINITY, after: Cursor | undefined; left > 0; ) {
      const limit = Math.min(left, exportedAtOnce)
      const wanted = { ...filter, limit, ...(after && { after }) }
      // The text index cannot pause, so a search is given no more time than everywhere.
      const found = await this.#found(wanted, reader, filter.search === undefined ? 'unlimited' : 'limited')
      const last = found.at(-1)
      if (!last) return
      yield `${found.join('\n')}\n`
      if (found.length < limit || filter.search !== undefined) return
      left -= found.length
      const { created_at: time, id } = JSON.parse(last) as NostrEvent
      after = { time, id }
    }
  }

  async count(filter: Filter, { role, signal }: Reader): Promise<AnswerOf<typeof countEvents>> {
    const { events } = this.#parts
    const scope = consoleScopeOf(role)
    const { count, bytes, isAll } = await events.measure([filter], { scope, signal })
    if (isAll || count === 0) return { count, bytes, exact: isAll }
    const counted = await events.count([filter], { scope, signal, isAside: true }).catch(unlessCostly)
    const least = counted === undefined ? count : Math.min(counted, filter.limit ?? counted)
    return { count: least, bytes: Math.round((bytes / count) * least), exact: false }
  }

  async #read(filter: Filter, reader: Reader): Promise<{ found: string[]; isAll: boolean }> {
    const found: string[] = []
    try {
      await this.#found(filter, reader, 'given', found)
    } catch (error) {
      if (!(error instanceof QueryTooCostly)) throw error
      return { found, isAll: false }
    }
    return { found, isAll: true }
  }

  async #found(filter: Filter, { role, signal }: Reader, time: ReadTime, found: string[] = []): Promise<string[]> {
    const options = { scope: consoleScopeOf(role), signal, isAside: true, time } as const
    for await (const batch of this.#parts.events.query([filter], options)) found.push(...batch.texts())
    return found
  }

  async #authorsOf(events: readonly NostrEvent[]): Promise<EventAuthor[]> {
    const keys = [...new Set(events.map(({ pubkey }) => pubkey))]
    const profiles = await this.#parts.profiles.read(keys)
    return keys.map(pubkey => {
      const { name, picture = '', nip05 = '' } = profiles.get(pubkey) ?? {}
      return { pubkey, name: name ?? '', picture, nip05, nip05_verified: this.#parts.marks.isRight(pubkey, nip05) }
    })
  }
}

function unlessCostly(error: unknown): undefined {
  if (!(error instanceof QueryTooCostly)) throw error
}

function placeIn(cursor: string): Cursor {
  const [time, id = ''] = cursor.split('.')
  return { time: Number(time), id }
}
