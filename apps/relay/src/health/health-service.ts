import {
  type HealthMatter,
  type HealthNotification,
  healthNotifications,
  healthSeverities,
} from '@hornets/contract/admin/notifications/health'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../database/admin-database.ts'
import { Inbox } from '../inbox/inbox.ts'
import { type HealthRow, HealthStore } from './health-store.ts'
import type { Found, Probe } from './probes.ts'

/** How long something has to be well before it is over, so that what comes and goes does not ring each time. */
const wellMs = 5 * 60_000

export interface HealthParts {
  readonly database: AdminDatabase
  readonly probes: readonly Probe[]
  readonly now: Clock
  readonly logger: Logger
}

export class HealthService {
  readonly inbox: Inbox<'health_notifications', HealthNotification>
  readonly #parts: HealthParts
  readonly #rows: HealthStore
  readonly #rounds = pLimit(1)
  readonly #seen = new Map<string, number>()
  readonly #missed = new Map<string, number>()

  constructor(parts: HealthParts) {
    this.#parts = parts
    this.#rows = new HealthStore(parts.database.reads)
    this.inbox = new Inbox({
      database: parts.database,
      logger: parts.logger,
      calls: healthNotifications,
      table: 'health_notifications',
      show: rows => rows.map(shown),
    })
  }

  round(): Promise<void> {
    return this.#rounds(async () => {
      const lasting = await this.#rows.listLasting()
      const looked = await Promise.all(this.#parts.probes.map(probe => this.#look(probe, lasting)))
      if (looked.includes(true)) this.inbox.changed()
    })
  }

  async lasting(): Promise<HealthNotification[]> {
    return (await this.#rows.listLasting()).map(shown)
  }

  settled(): Promise<void> {
    return this.#rounds(() => undefined)
  }

  async #look(probe: Probe, lasting: readonly HealthRow[]): Promise<boolean> {
    const found = await probe.look().catch(err => {
      this.#parts.logger.error({ err, matters: probe.matters }, 'could not check the health')
      return undefined
    })
    if (!found) return false
    const own = lasting.filter(({ what }) => probe.matters.includes(what as HealthMatter))
    const distinct = [...new Map(found.map(one => [nameOf(one), one])).values()]
    const begun = distinct.filter(one => this.#isNew(one, own, probe.lastsMs))
    const ended = own.filter(row => this.#isOver(row, found))
    if (begun.length === 0 && ended.length === 0) return false
    const at = this.#parts.now()
    const shared = probe.facts?.()
    await this.#parts.database.transact(async tx => {
      for (const { what, subject = '', facts: own } of begun)
        await this.#rows.begin(tx, { what, subject, facts: JSON.stringify({ ...shared, ...own }), created_at: at })
      for (const { id, facts } of ended)
        await this.#rows.end(tx, id, { ended_at: at, facts: JSON.stringify({ ...JSON.parse(facts), ...shared }) })
    })
    return true
  }

  #isNew(one: Found, own: readonly HealthRow[], lastsMs: number): boolean {
    const name = nameOf(one)
    const since = this.#seen.get(name) ?? this.#parts.now()
    this.#seen.set(name, since)
    return this.#parts.now() - since >= lastsMs && !own.some(row => nameOf(row) === name)
  }

  #isOver(row: HealthRow, found: readonly Found[]): boolean {
    const name = nameOf(row)
    if (found.some(one => nameOf(one) === name)) {
      this.#missed.delete(name)
      return false
    }
    this.#seen.delete(name)
    const since = this.#missed.get(name) ?? this.#parts.now()
    this.#missed.set(name, since)
    if (this.#parts.now() - since < wellMs) return false
    this.#missed.delete(name)
    return true
  }
}

const nameOf = ({ what, subject = '' }: { readonly what: string; readonly subject?: string }) => `${what} ${subject}`

function shown({ facts, ended_at, ...row }: HealthRow): HealthNotification {
  const { freeBytes, version, value } = JSON.parse(facts) as ReturnType<NonNullable<Probe['facts']>> & Found['facts']
  const what = row.what as HealthMatter
  return {
    id: row.id,
    what,
    subject: row.subject,
    severity: healthSeverities[what],
    is_read: row.is_read === 1,
    created_at: toTimestamp(row.created_at),
    ...(freeBytes !== undefined && { free_bytes: freeBytes }),
    ...(version !== undefined && { running: version }),
    ...(value !== undefined && { value }),
    ...(ended_at !== null && { ended_at: toTimestamp(ended_at) }),
  }
}
