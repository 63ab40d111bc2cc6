import type { AnswerOf, QueryOf } from '@hornets/contract'
import type { listPeople, Person, ShownProfile, seenWithin } from '@hornets/contract/admin/accounts/people'
import type { Role } from '@hornets/contract/roles'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { EventStore } from '../events/event-store.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import { keysByProfile } from '../profiles/profile-names.ts'
import type { ProfileReader } from '../profiles/profile-reader.ts'
import type { Nip05Marks } from './nip05-marks.ts'
import type { PeopleSort, PeopleStore, PersonRow } from './people-store.ts'
import type { PersonStatuses } from './person-status.ts'

export interface PeopleParts {
  readonly store: PeopleStore
  readonly events: Pick<EventStore, 'query'>
  readonly profiles: Pick<ProfileReader, 'read' | 'stored'>
  readonly reports: {
    countAgainst(pubkeys: readonly string[]): Promise<ReadonlyMap<string, number>>
    mostReported(limit: number): Promise<{ pubkey: string; reports: number }[]>
  }
  readonly statuses: PersonStatuses
  readonly marks: Pick<Nip05Marks, 'isRight'>
  readonly now: Clock
}

type Query = Omit<QueryOf<typeof listPeople>, 'limit' | 'offset' | 'after'>

export interface Reader {
  readonly role: Role
  readonly signal: AbortSignal
}

/** For profiles that other relays are asked for the first time. */
const waitMs = 1000
const foundMax = 500
const reportedMax = 10_000
const exportedAtOnce = 200
const secondsOf: Readonly<Record<(typeof seenWithin)[number], number>> = { '1h': 3600, '24h': 86_400, '30d': 2_592_000 }

export class PeopleService {
  readonly #parts: PeopleParts

  constructor(parts: PeopleParts) {
    this.#parts = parts
  }

  async list(query: QueryOf<typeof listPeople>, reader: Reader): Promise<AnswerOf<typeof listPeople>> {
    const { limit, offset, sort } = query
    const { store } = this.#parts
    const after = query.after === undefined ? undefined : placeIn(query.after)
    const keys = await this.#keysOf(query, reader)
    const seenSince = this.#seenSince(query)
    const [rows, count, isCounted] = await Promise.all([
      this.#page(sort, { keys, seenSince, limit: limit + 1, offset, after }),
      store.count({ keys, seenSince }),
      store.isBuilt(),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const next = last ? placeOf(placeAfter(last, sort, (after?.value ?? offset) + limit)) : null
    return { people: await this.describe(shown, reader.role), count, next, is_counted: isCounted }
  }

  async *all(query: Query, reader: Reader): AsyncGenerator<Person[]> {
    const keys = await this.#keysOf(query, reader)
    const seenSince = this.#seenSince(query)
    const { sort } = query
    const limit = exportedAtOnce
    let after: PageStart | undefined
    while (!reader.signal.aborted) {
      const rows = await this.#page(sort, { keys, seenSince, limit, offset: 0, after })
      if (rows.length > 0) yield await this.describe(rows, reader.role, 'stored')
      const last = rows.at(-1)
      if (!last || rows.length < limit) return
      after = placeAfter(last, sort, (after?.value ?? 0) + limit)
    }
  }

  async one(pubkey: string, role: Role): Promise<{ person: Person; firstSeen: number }> {
    const page = { sort: 'events', limit: 1, offset: 0, after: undefined, seenSince: undefined } as const
    const rows = await this.#parts.store.page({ ...page, keys: [pubkey] })
    const [person] = await this.describe(rows, role)
    if (!person) throw new Error('a person has no row')
    return { person, firstSeen: rows[0]?.first_seen ?? 0 }
  }

  async profilesOf(keys: readonly string[]): Promise<ShownProfile[]> {
    const { profiles, marks } = this.#parts
    return [...(await profiles.read(keys, waitMs))].map(([pubkey, { name, picture, nip05 }]) => {
      return { pubkey, name: name ?? '', picture, nip05, nip05_verified: marks.isRight(pubkey, nip05) }
    })
  }

  async describe(rows: readonly PersonRow[], role: Role, by: 'read' | 'stored' = 'read'): Promise<Person[]> {
    const { reports, statuses, marks } = this.#parts
    const keys = rows.map(({ pubkey }) => pubkey)
    const [profiles, counts] = await Promise.all([this.#parts.profiles[by](keys), reports.countAgainst(keys)])
    return rows.map(({ id: _id, first_seen: _first, last_seen, pubkey, ...sums }) => {
      const { name, picture, nip05 } = profiles.get(pubkey) ?? { name: null, picture: '', nip05: '' }
      return {
        pubkey,
        name: name ?? '',
        picture,
        nip05,
        nip05_verified: marks.isRight(pubkey, nip05),
        ...sums,
        reports: counts.get(pubkey) ?? 0,
        last_seen: last_seen === 0 ? null : toTimestamp(last_seen * 1000),
        status: statuses.of(pubkey, role),
      }
    })
  }

  async #page(
    sort: Query['sort'],
    page: Omit<Parameters<PeopleStore['page']>[0], 'sort'>,
  ): Promise<readonly PersonRow[]> {
    const { store, reports } = this.#parts
    if (sort !== 'reports') return store.page({ ...page, sort })
    const { keys = [], limit } = page
    const offset = page.after?.value ?? page.offset
    const all = await store.page({ ...page, sort: 'last_seen', limit: keys.length, offset: 0, after: undefined })
    const counts = await reports.countAgainst(all.map(({ pubkey }) => pubkey))
    const reportsOf = ({ pubkey }: PersonRow) => counts.get(pubkey) ?? 0
    return all.toSorted((one, other) => reportsOf(other) - reportsOf(one)).slice(offset, offset + limit)
  }

  async #keysOf({ q, status, sort, reported }: Query, { role, signal }: Reader): Promise<string[] | undefined> {
    const { events, reports, statuses } = this.#parts
    const sets: (readonly string[])[] = []
    if (q) {
      const key = toPubkeyHex(q.replace(/^nostr:/i, ''))
      sets.push(key === null ? await keysByProfile(events, q, foundMax, signal) : [key])
    }
    if (status !== undefined) sets.push(await statuses.keysOf(status, role))
    if (reported === '1' || sort === 'reports')
      sets.push((await reports.mostReported(reportedMax)).map(({ pubkey }) => pubkey))
    const [first, ...others] = sets
    if (!first) return undefined
    const rest = others.map(keys => new Set(keys))
    return first.filter(key => rest.every(keys => keys.has(key)))
  }

  #seenSince({ seen }: Pick<Query, 'seen'>): number | undefined {
    return seen === undefined ? undefined : Math.floor(this.#parts.now() / 1000) - secondsOf[seen]
  }
}

const sortValue = (row: PersonRow, sort: PeopleSort) => (sort === 'bytes' ? row.bytes + row.file_bytes : row[sort])

/** Where a page begins: after the last person's sort value and id. By reports, in no index, after so many people. */
interface PageStart {
  readonly value: number
  readonly id: number
}

const placeAfter = (last: PersonRow, sort: Query['sort'], shown: number): PageStart =>
  sort === 'reports' ? { value: shown, id: 0 } : { value: sortValue(last, sort), id: last.id }

const placeOf = ({ value, id }: PageStart) => `${value}.${id}`

function placeIn(after: string): PageStart {
  const [value = 0, id = 0] = after.split('.').map(Number)
  return { value, id }
}
