import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, messages, type NostrEvent } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/notifications/reports'
import { cleanLines } from '@hornets/contract/text/clean-words'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import { Inbox } from '../inbox/inbox.ts'
import { isPrivate } from '../policy/read-policy.ts'
import { ReportDay } from './report-day.ts'
import { fileTarget, labelKind, reportedOf, reportKind } from './reported.ts'
import { type CaseRow, type NewReport, ReportsStore } from './reports-store.ts'

const dayMs = 86_400_000
/** For reports that a crash kept from being counted: from an event's time to its arrival. */
const lookedBackSeconds = 2 * 86_400
const contentCharsMax = 2000
const pageEvents = 1000
/** How long reports wait for others, and how many are counted in one transaction. */
const gatheredMs = 100
const countedAtOnce = 50
/** Who sent them is not stored: together they count as one customer's, or each restart would let a flood in. */
const senderUnknown = '0.0.0.0'
const keyTarget = 'key:'

export interface ReportsParts {
  readonly database: AdminDatabase
  readonly events: Pick<EventStore, 'query' | 'find'>
  readonly now: Clock
  readonly logger: Logger
}

/** Users' reports (NIP-56, BUD-09): one case per subject, with the number of different keys that reported it. */
export class ReportsService {
  readonly inbox: Inbox<'report_cases', contract.ReportNotification>
  readonly #parts: ReportsParts
  readonly #rows: ReportsStore
  readonly #taking = pLimit(1)
  readonly #day: ReportDay
  #waiting: Arrived[] = []

  constructor(parts: ReportsParts) {
    this.#parts = parts
    this.#rows = new ReportsStore(parts.database.reads)
    this.#day = new ReportDay(parts.now)
    this.inbox = new Inbox({
      database: parts.database,
      logger: parts.logger,
      calls: contract.reportNotifications,
      table: 'report_cases',
      order: ['reporters', 'updated_at', 'id'],
      show: async rows => {
        const texts = await this.#rows.textsOf(rows)
        return rows.map(row => shown(row, texts.get(row.text_id ?? 0) ?? ''))
      },
    })
  }

  /** `address`: the sender's, or null where it is unknown or that of many. */
  take(event: NostrEvent, address: string | null = null): void {
    if (event.kind !== reportKind && event.kind !== labelKind) return
    this.#waiting.push({ event, address })
    if (this.#waiting.length > 1) return
    // Each transaction waits for the disk, on the thread that serves clients: one for all that arrive meanwhile.
    setTimeout(() => void this.settled(), gatheredMs).unref()
  }

  /** Counts reports stored before a crash but not counted. In pages: all at once would be too costly a query. */
  async catchUp(): Promise<void> {
    const last = await this.#rows.lastReportAt()
    const since = last === null ? 0 : Math.floor(last / 1000) - lookedBackSeconds
    for (let until: number | undefined; ; ) {
      const filter = { kinds: [reportKind, labelKind], since, limit: pageEvents, ...(until !== undefined && { until }) }
      const page: NostrEvent[] = []
      for await (const batch of this.#parts.events.query([filter], { scope: readAll }))
        for (const json of batch.texts()) page.push(JSON.parse(json))
      for (const event of page) this.take(event, senderUnknown)
      await this.settled()
      const oldest = page.at(-1)?.created_at
      if (oldest === undefined || page.length < pageEvents) return
      until = oldest === until ? oldest - 1 : oldest
    }
  }

  settled(): Promise<void> {
    return this.#taking(async () => {
      while (this.#waiting.length > 0) {
        const arrived = this.#waiting.splice(0, countedAtOnce)
        await this.#count(arrived).catch(err => {
          this.#parts.logger.error({ err, eventIds: arrived.map(({ event }) => event.id) }, 'could not count reports')
        })
        await nextTurn()
      }
    })
  }

  async stats(): Promise<AnswerOf<typeof contract.getReportStats>> {
    const { now } = this.#parts
    const [{ rows, total }, today, types] = await Promise.all([
      this.inbox.rows({ filter: 'all', offset: 0, limit: 10 }),
      this.#rows.countSince(Math.floor(now() / dayMs) * dayMs),
      this.#rows.countTypes(),
    ])
    return {
      total_reported: total,
      total_reported_today: today,
      by_report_type: types,
      most_reported: rows
        .map(row => shown(row, ''))
        .map(({ event_id, file_hash, pubkey, report_count, report_type, created_at }) => ({
          event_id,
          file_hash,
          pubkey,
          report_count,
          report_type,
          created_at,
        })),
    }
  }

  countAgainst(pubkeys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#rows.countAgainst(pubkeys)
  }

  mostReported(limit: number): Promise<{ pubkey: string; reports: number }[]> {
    return this.#rows.mostReported(limit)
  }

  async involving(pubkey: string, limit: number) {
    const [against, by] = await Promise.all([this.#rows.casesAgainst(pubkey, limit), this.#rows.casesBy(pubkey, limit)])
    const texts = await this.#rows.textsOf([...against, ...by])
    const show = (row: CaseRow) => shown(row, texts.get(row.text_id ?? 0) ?? '')
    return { against: against.map(show), by: by.map(show) }
  }

  /** Throws ApiError('not_found'), also for events that only their parties may read. */
  async event(id: string): Promise<NostrEvent> {
    const json = await this.#parts.events.find(id)
    const event = json === null ? null : (JSON.parse(json) as NostrEvent)
    if (!event || isPrivate(event)) throw new ApiError('not_found', messages.eventUnknown)
    return event
  }

  /** Opens a case for a file that is near a banned one, once. `by`: the relay's own key. */
  reportSimilar(hash: string, by: string): Promise<void> {
    return this.reportFound({ target: fileTarget + hash, pubkey: '', type: contract.similarReport }, by)
  }

  /** Opens a case for what the relay itself has found, once. `by`: the relay's own key. */
  async reportFound(about: Pick<NewReport, 'target' | 'pubkey' | 'type'>, by: string): Promise<void> {
    const { database, now } = this.#parts
    const report = { ...about, reporter: by, content: '', eventId: '', at: now(), isLabel: 0 as const }
    if ((await database.transact(tx => this.#rows.addReports(tx, [report]))) > 0) this.inbox.changed()
  }

  /** Closes that case, unless somebody else reported the file. */
  async dismissSimilar(hash: string, by: string): Promise<void> {
    const { database } = this.#parts
    if (await database.transact(tx => this.#rows.dismissAlone(tx, fileTarget + hash, by))) this.inbox.changed()
  }

  async #count(arrived: readonly Arrived[]): Promise<void> {
    const { database, now } = this.#parts
    const all = arrived.flatMap(({ event, address }) => reportsIn(event, now()).map(report => ({ report, address })))
    const targets = new Set(all.map(({ report }) => report.target))
    const known = new Set(await this.#rows.knownTargets([...targets]))
    const reports = all.flatMap(({ report, address }) => {
      if (!this.#day.isLeft(address, !known.has(report.target))) return []
      known.add(report.target)
      return [report]
    })
    if (reports.length === 0) return
    const counted = await database.transactReplayable(tx => this.#rows.addReports(tx, reports))
    if (counted > 0) this.inbox.changed()
  }
}

interface Arrived {
  readonly event: NostrEvent
  readonly address: string | null
}

function reportsIn(event: NostrEvent, at: number): NewReport[] {
  const content = cleanLines(event.content.slice(0, contentCharsMax))
  return reportedOf(event).map(({ eventId, fileHash, pubkey, type }) => {
    const target = eventId || (fileHash === '' ? keyTarget + pubkey : fileTarget + fileHash)
    const isLabel = event.kind === labelKind ? 1 : 0
    return { target, pubkey, reporter: event.pubkey, type, content, eventId: event.id, at, isLabel }
  })
}

function shown(row: CaseRow, content: string): contract.ReportNotification {
  return {
    id: row.id,
    pubkey: row.pubkey,
    event_id: row.target.includes(':') ? '' : row.target,
    file_hash: row.target.startsWith(fileTarget) ? row.target.slice(fileTarget.length) : '',
    report_type: row.type,
    report_content: content,
    reporter_pubkey: row.reporter,
    report_count: row.reporters,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    is_read: row.is_read === 1,
    ...(row.resolution !== null && { resolution: row.resolution as 'deleted' | 'dismissed' }),
  }
}
