import { Readable } from 'node:stream'
import { exportAudit, listAudit, listAuditActions, verifyAudit } from '@hornets/contract/admin/audit'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { EventStore } from '../events/event-store.ts'
import type { AuditFilter } from './audit-filter.ts'
import type { AuditReader } from './audit-reader.ts'
import { exportLines } from './export-lines.ts'
import { soughtTargets } from './sought-targets.ts'

interface Filters {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface AuditRoutesParts {
  readonly auditReader: AuditReader
  readonly events: Pick<EventStore, 'query'>
  readonly now: Clock
}

export function auditRoutes<Session>(serve: Serve<Session>, parts: AuditRoutesParts): void {
  const { auditReader: audit, events, now } = parts
  const filterOf = async ({ q, from, to, ...query }: Filters, signal: AbortSignal): Promise<AuditFilter> => ({
    ...query,
    ...(q && (await soughtTargets(events, q, signal))),
    from: timeOf(from),
    to: timeOf(to),
  })
  serve(listAudit, async ({ query: { before, limit, ...filters }, reply }) =>
    audit.page(await filterOf(filters, untilGone(reply)), { before, limit }),
  )
  serve(listAuditActions, () => audit.choices())
  serve(verifyAudit, ({ query }) => audit.verify(query.head))
  serve(exportAudit, async ({ query: { format, separator, ...filters }, reply }) => {
    const filter = await filterOf(filters, untilGone(reply))
    const day = toTimestamp(now()).slice(0, 10)
    return (
      reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-log-${day}.${format}"`)
        // Reads one chunk ahead at most, so slow or stopped readers cost nothing.
        .send(Readable.from(exportLines(audit.all(filter), { format, separator }), { highWaterMark: 1 }))
    )
  })
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
