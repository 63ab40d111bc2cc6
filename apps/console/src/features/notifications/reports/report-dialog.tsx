import { banFiles } from '@hornets/contract/admin/files/file-bans'
import {
  deleteReportedEvent,
  deleteReportedFile,
  dismissReport,
  type ReportNotification,
} from '@hornets/contract/admin/notifications/reports'
import { useState } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { onlyThis, type Removal } from './removal.ts'
import { RemovalChoices } from './removal-choices.tsx'
import type { Reported } from './reported.ts'
import { ReportedEvent } from './reported-event.tsx'
import { ReportedFileAlone } from './reported-file.tsx'
import { ReportedKey } from './reported-key.tsx'
import { useReportType } from './use-report-type.ts'
import { useVerdict, verdictOf } from './use-verdict.ts'

interface ReportDialogProps {
  readonly reported: Reported
  /** Its case; undefined where it is not known here. */
  readonly row: ReportNotification | undefined
  readonly onClose: () => void
}

/** What was reported, and the verdict on it: dismiss, or delete the event or file (NOTIF-24, R-74). */
export function ReportDialog({ reported, row, onClose }: ReportDialogProps) {
  const { t } = useTexts()
  const typeText = useReportType()
  const may = useAllowed(reported, row)
  const { working, dismiss, remove } = useVerdict(onClose)
  const [removal, setRemoval] = useState<Removal>()
  const deletion = verdictOf(reported)
  const type = row && typeText(row.report_type)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      busy={working !== undefined}
      title={t(`notifications.reports.dialog.${reported.kind}`)}
      description={type && t('notifications.reports.dialog.reported', { type, count: row.report_count })}
      actions={
        removal ? (
          <>
            <Button onClick={() => setRemoval(undefined)}>{t('ui.cancel')}</Button>
            <Button variant="danger" loading={working === deletion} onClick={() => void remove(reported, removal)}>
              {t(`notifications.reports.dialog.${deletion}`)}
            </Button>
          </>
        ) : (
          <>
            {may.dismiss && row && (
              <Button loading={working === 'dismiss'} onClick={() => void dismiss(row.id)}>
                {t('notifications.reports.dialog.dismiss')}
              </Button>
            )}
            {may.remove && (
              <Button variant="danger" onClick={() => setRemoval(onlyThis)}>
                {t(`notifications.reports.dialog.${deletion}`)}
              </Button>
            )}
          </>
        )
      }
    >
      {removal ? (
        <RemovalChoices
          reported={reported}
          removal={removal}
          onChange={setRemoval}
          banReason={may.ban ? type : undefined}
        />
      ) : (
        <Subject {...reported} />
      )}
    </Dialog>
  )
}

/** What this admin may do about a case that is still open. */
function useAllowed({ kind }: Reported, row: ReportNotification | undefined) {
  const mayDelete = { event: useMay(deleteReportedEvent), file: useMay(deleteReportedFile), author: false }
  const mayDismiss = useMay(dismissReport)
  const mayBan = useMay(banFiles)
  return {
    remove: mayDelete[kind] && row?.resolution !== 'deleted',
    dismiss: mayDismiss && row !== undefined && row.resolution === undefined,
    ban: mayBan && kind === 'file' && row !== undefined,
  }
}

function Subject({ kind, id }: Reported) {
  if (kind === 'event') return <ReportedEvent id={id} />
  return kind === 'file' ? <ReportedFileAlone hash={id} /> : <ReportedKey pubkey={id} />
}
