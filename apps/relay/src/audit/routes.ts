import { Readable } from 'node:stream'
import { exportAudit, listAudit, listAuditActions, verifyAudit } from '@hornets/contract/admin/audit'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditFilter } from './audit-filter.ts'
import type { AuditReader } from './audit-reader.ts'
import { exportLines } from './export-lines.ts'

interface Filters {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function auditRoutes<Session>(serve: Serve<Session>, audit: AuditReader, now: Clock): void {
  serve(listAudit, ({ query }) => audit.page(filterOf(query), query))
  serve(listAuditActions, () => audit.choices())
  serve(verifyAudit, ({ query }) => audit.verify(query.head))
  serve(exportAudit, ({ query, reply }) => {
    const { format } = query
    const day = toTimestamp(now()).slice(0, 10)
    return (
      reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-log-${day}.${format}"`)
        // Reads one chunk ahead at most, so slow or stopped readers cost nothing.
        .send(Readable.from(exportLines(audit.all(filterOf(query)), query), { highWaterMark: 1 }))
    )
  })
}

function filterOf({ actor, action, outcome, q, from, to }: Filters): AuditFilter {
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
  return { actor, action, outcome, text: q || undefined, from: time(from), to: time(to) }
}
