import type { PersonDetails } from '@hornets/contract/admin/accounts/people'
import type { ReportNotification } from '@hornets/contract/admin/notifications/reports'
import { Link } from '@tanstack/react-router'
import { findText, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

export function PersonReports({ details }: { readonly details: PersonDetails }) {
  const { t } = useTexts()
  const { reports_against: against, reports_by: by } = details
  return (
    <div className="mt-2 grid gap-4 text-small">
      <Cases title={t('people.one.against')} cases={against} />
      <Cases title={t('people.one.by')} cases={by} />
    </div>
  )
}

function Cases({ title, cases }: { readonly title: string; readonly cases: readonly ReportNotification[] }) {
  const { t } = useTexts()
  return (
    <section>
      <h3 className="text-muted">{title}</h3>
      {cases.length === 0 && <p className="text-muted">{t('people.one.noReports')}</p>}
      <ul className="grid max-h-80 gap-2 overflow-y-auto">
        {cases.map(row => (
          <li key={row.id} className="grid gap-0.5 border-line border-t pt-2">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold">{typeOf(row.report_type)}</span>
              <span className="text-muted">{t(`people.one.of.${subjectOf(row)}`)}</span>
              <Badge>{t('people.reports', { count: row.report_count })}</Badge>
            </p>
            {row.report_content && <p className="line-clamp-3 break-words">{row.report_content}</p>}
            <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
              <time dateTime={row.updated_at}>{formatDateTime(row.updated_at)}</time>
              <Link to="/report-notifications" search={searchOf(row) as never} className={textLink}>
                {t('people.one.openReport')}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const typeOf = (type: string) => findText(`notifications.reports.type.${type}`) ?? type

function subjectOf({ event_id, file_hash }: ReportNotification) {
  if (event_id) return 'event'
  return file_hash ? 'file' : 'key'
}

function searchOf({ event_id, file_hash, pubkey }: ReportNotification) {
  if (event_id) return { reported: event_id }
  return file_hash ? { reportedFile: file_hash } : { reportedKey: pubkey }
}
