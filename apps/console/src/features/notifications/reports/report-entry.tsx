import type { ReportNotification } from '@hornets/contract/admin/notifications/reports'
import { Link } from '@tanstack/react-router'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import type { EntryProps } from '../boxes/notification-box.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { useReportType } from './use-report-type.ts'

export function ReportEntry({ row, onMark, onLeave }: EntryProps<ReportNotification>) {
  const { t } = useTexts()
  const typeText = useReportType()
  return (
    <EntryFrame
      title={typeText(row.report_type)}
      figure={t('notifications.reports.count', { count: row.report_count })}
      isRead={row.is_read}
      at={row.created_at}
      onMark={onMark}
    >
      {row.report_content && (
        <p className="line-clamp-2 break-words">{t('notifications.reports.quote', { words: row.report_content })}</p>
      )}
      <dl className="flex flex-wrap gap-x-3 text-caption text-muted">
        {row.pubkey && <Who name={t('notifications.reports.author')} pubkey={row.pubkey} />}
        <Who name={t('notifications.reports.reporter')} pubkey={row.reporter_pubkey} />
      </dl>
      <p className="flex flex-wrap items-center gap-x-2">
        <Link
          to="/report-notifications"
          search={subjectOf(row) as never}
          onClick={onLeave}
          className="inline-flex min-h-6 items-center rounded-sm font-semibold text-accent-text hover:underline"
        >
          {t('notifications.reports.open')}
        </Link>
        {row.resolution && <Badge>{t(`notifications.reports.resolution.${resolutionOf(row)}`)}</Badge>}
      </p>
    </EntryFrame>
  )
}

function subjectOf({ event_id, file_hash, pubkey }: ReportNotification) {
  if (event_id) return { reported: event_id }
  return file_hash ? { reportedFile: file_hash } : { reportedKey: pubkey }
}

const resolutionOf = ({ file_hash, resolution }: ReportNotification) =>
  file_hash !== '' && resolution === 'deleted' ? 'fileDeleted' : (resolution ?? 'dismissed')

/** With the first 10 characters of the key in hex. */
function Who({ name, pubkey }: { readonly name: string; readonly pubkey: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <dt className="whitespace-nowrap">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <Person pubkey={pubkey} size="tiny" />
        <code title={npubOf(pubkey)} className="font-mono">
          {pubkey.slice(0, 10)}
        </code>
      </dd>
    </div>
  )
}
