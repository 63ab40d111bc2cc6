import { setImmediate as nextTurn } from 'node:timers/promises'
import { messages } from '@hornets/contract'
import type { RefusalCause } from '@hornets/contract/admin/refusals/causes'
import { type ListedRefusal, refusalDays } from '@hornets/contract/admin/refusals/refusals'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { AdminReads } from '../database/admin-database.ts'
import { partyKinds } from '../policy/read-policy.ts'
import type { RefusalLog } from './refusal-log.ts'
import { type RefusalFilter, type RefusalRow, RefusalsStore } from './refusals-store.ts'

interface Parts {
  readonly reads: AdminReads
  readonly log: Pick<RefusalLog, 'write'>
  readonly now: Clock
}

export interface RefusalPage extends RefusalFilter {
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

type Counts = Partial<Record<RefusalCause, number>>

const chunk = 5000
const eventsAtOnce = 500
const dayMs = 86_400_000
const hoursListedMax = 31 * 24

export class RefusalsService {
  readonly #parts: Parts
  readonly #rows: RefusalsStore

  constructor(parts: Parts) {
    this.#parts = parts
    this.#rows = new RefusalsStore(parts.reads)
  }

  /** A filter never finds what the role does not see. Throws ApiError('forbidden') for an address that it does not. */
  async list({ before, after, limit, ...filter }: RefusalPage, role: Role) {
    const sees = sightOf(role)
    if (filter.address !== undefined && !sees.addresses) throw new ApiError('forbidden', messages.roleTooLow)
    await this.#parts.log.write()
    const { first, last } = await this.#rows.ends()
    const lowest = Math.max(after ?? 0, (first ?? 1) - 1, 0)
    const shown: RefusalRow[] = []
    const wantsHidden = (row: RefusalRow) =>
      (filter.pubkey !== undefined && hidesAuthor(row, sees)) ||
      ((filter.q || filter.rule !== undefined) && hidesText(row, sees)) ||
      (filter.rule !== undefined && hidesAuthor(row, sees))
    let below = Math.min(before ?? Number.MAX_SAFE_INTEGER, (last ?? 0) + 1)
    while (below - 1 > lowest && shown.length <= limit) {
      const span = { after: Math.max(lowest, below - 1 - chunk), before: below }
      const found = await this.#rows.listNewestFirst(filter, span, limit + 1)
      shown.push(...found.filter(row => !wantsHidden(row)))
      // A full answer may not have reached the end of its chunk.
      below = found.length > limit ? (found.at(-1)?.id ?? below) : span.after + 1
      await nextTurn()
    }
    const page = shown.slice(0, limit)
    return {
      refusals: page.map(row => this.#describe(row, sees)),
      next: shown.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  }

  /** The refused events since then, newest first; a page at a time. */
  async *eventsSince(from: number): AsyncGenerator<RefusalRow> {
    await this.#parts.log.write()
    const { last } = await this.#rows.ends()
    let before = (last ?? 0) + 1
    for (;;) {
      const page = await this.#rows.listNewestFirst({ what: 'event', from }, { after: 0, before }, eventsAtOnce)
      yield* page
      before = page.at(-1)?.id ?? 0
      if (page.length < eventsAtOnce) return
      await nextTurn()
    }
  }

  async count({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }) {
    await this.#parts.log.write()
    const now = this.#parts.now()
    const until = to ?? now + 1
    const rows = await this.#rows.listCounts(from ?? until - refusalDays * dayMs, until)
    const hours = grouped(rows, ({ hour }) => toTimestamp(hour))
    const days = grouped(rows, ({ hour }) => toTimestamp(hour).slice(0, 10))
    return {
      counts: grouped(rows, () => 'all').get('all') ?? {},
      unlisted: rows.reduce((sum, { unlisted }) => sum + unlisted, 0),
      by_hour: hours.size > hoursListedMax ? [] : [...hours].map(([hour, counts]) => ({ hour, counts })),
      by_day: [...days].map(([day, counts]) => ({ day, counts })),
    }
  }

  #describe(row: RefusalRow, sees: Sight): ListedRefusal {
    const [isTextHidden, isAuthorHidden] = [hidesText(row, sees), hidesAuthor(row, sees)]
    return {
      ...({ ...row, at: toTimestamp(row.at) } as ListedRefusal),
      pubkey: isAuthorHidden ? null : row.pubkey,
      address: sees.addresses ? row.address : null,
      // The entry of a list can be the author's key.
      rule: isTextHidden || isAuthorHidden ? null : row.rule,
      text: isTextHidden ? null : row.text,
    }
  }
}

interface Sight {
  readonly addresses: boolean
  readonly subscriptions: boolean
  readonly messages: boolean
}

const sightOf = (role: Role): Sight => ({
  addresses: isAtLeast(role, 'moderator'),
  subscriptions: isAtLeast(role, 'operator'),
  messages: isAtLeast(role, 'owner'),
})

const hidesText = ({ rule }: RefusalRow, sees: Sight) => rule === 'subscription' && !sees.subscriptions
const hidesAuthor = ({ kind }: RefusalRow, sees: Sight) => kind !== null && !sees.messages && partyKinds.includes(kind)

function grouped<Row extends { readonly cause: string; readonly refused: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Map<string, Counts> {
  const groups = new Map<string, Counts>()
  for (const row of rows) {
    const counts = groups.get(nameOf(row)) ?? {}
    const cause = row.cause as RefusalCause
    counts[cause] = (counts[cause] ?? 0) + row.refused
    groups.set(nameOf(row), counts)
  }
  return groups
}
