import type { ReportNotification } from '@hornets/contract/admin/notifications/reports'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keyOf } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { reports } from '../boxes/boxes.ts'
import type { NoticePage } from '../boxes/notification-page.ts'
import { ListPage } from '../list-page.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportEntry } from './report-entry.tsx'
import type { Reported } from './reported.ts'

export function ReportNotificationsPage() {
  return useMay(reports.calls.list) ? <Reports /> : <NotAllowed name="reports" />
}

function Reports() {
  const [parameters, change] = useUrlParameters()
  const reported = readReported(parameters)
  const row = useCase(reported)
  return (
    <>
      <ListPage box={reports} Entry={ReportEntry} lead={<MediaLink />} />
      {reported && (
        <ReportDialog
          key={reported.id}
          reported={reported}
          row={row}
          onClose={() => change(closed, { ignoreBlocker: true })}
        />
      )}
    </>
  )
}

function MediaLink() {
  const { t } = useTexts()
  return (
    <p className="text-small">
      <Link
        to="/moderation-notifications"
        className="inline-flex min-h-6 items-center rounded-sm font-semibold text-accent-text hover:underline"
      >
        {t('notifications.reports.media')}
      </Link>
    </p>
  )
}

const hex = /^[0-9a-f]{64}$/

const closed = { reported: undefined, reportedFile: undefined, reportedKey: undefined }

/** In the URL as `?reported=` (event), `?reportedFile=` (hash) or `?reportedKey=`. `?event=` is the search's. */
function readReported(parameters: Readonly<Record<string, unknown>>): Reported | undefined {
  const { reported, reportedFile, reportedKey } = parameters
  if (hex.test(String(reported))) return { kind: 'event', id: String(reported) }
  if (hex.test(String(reportedFile))) return { kind: 'file', id: String(reportedFile) }
  if (hex.test(String(reportedKey))) return { kind: 'author', id: String(reportedKey) }
  return undefined
}

/** Its case, where a list that has been read holds it. */
function useCase(reported: Reported | undefined) {
  const pages = useQueryClient().getQueriesData<NoticePage>({ queryKey: keyOf(reports.calls.list) })
  if (!reported) return undefined
  const rows = pages.flatMap(([, page]) => (page?.notifications ?? []) as ReportNotification[])
  return rows.find(row => isAbout(row, reported))
}

function isAbout(row: ReportNotification, { kind, id }: Reported): boolean {
  if (kind === 'event') return row.event_id === id
  if (kind === 'file') return row.file_hash === id
  return row.event_id === '' && row.file_hash === '' && row.pubkey === id
}
