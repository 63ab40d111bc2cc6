import { banFiles } from '@hornets/contract/admin/files/file-bans'
import {
  deleteReportedEvent,
  deleteReportedFile,
  dismissReport,
  type ReportNotification,
} from '@hornets/contract/admin/notifications/reports'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ReportedEvent } from './reported-event.tsx'
import { ReportedFile } from './reported-file.tsx'
import { useReportType } from './use-report-type.ts'

/** What a case is about: an event, a file, or a key itself. */
export interface Reported {
  readonly kind: 'event' | 'file' | 'author'
  /** Hex. */
  readonly id: string
}

interface ReportDialogProps {
  readonly reported: Reported
  /** Its case; undefined where it is not known here. */
  readonly row: ReportNotification | undefined
  readonly onClose: () => void
}

type Verdict = 'delete' | 'deleteFile' | 'dismiss'

/** What was reported, and the verdict on it: dismiss, or delete the event or file (NOTIF-24, R-74). */
export function ReportDialog({ reported, row, onClose }: ReportDialogProps) {
  const { t } = useTexts()
  const typeText = useReportType()
  const { give, working } = useVerdict(onClose)
  const [isDeleting, setDeleting] = useState(false)
  const [blocksAuthor, setBlocksAuthor] = useState(false)
  const [bans, setBans] = useState(false)
  const mayBan = useMay(banFiles)
  const isEvent = reported.kind === 'event'
  const isFile = reported.kind === 'file'
  const mayDeleteEvent = useMay(deleteReportedEvent) && isEvent
  const mayDeleteFile = useMay(deleteReportedFile) && isFile
  const mayDelete = (mayDeleteEvent || mayDeleteFile) && row?.resolution !== 'deleted'
  const deletion = isFile ? 'deleteFile' : 'delete'
  const mayDismiss = useMay(dismissReport) && row !== undefined && row.resolution === undefined
  const text = row && {
    type: typeText(row.report_type),
    count: row.report_count,
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      busy={working !== undefined}
      title={t(`notifications.reports.dialog.${reported.kind}`)}
      description={text && t('notifications.reports.dialog.reported', text)}
      actions={
        isDeleting ? (
          <>
            <Button onClick={() => setDeleting(false)}>{t('ui.cancel')}</Button>
            <Button
              variant="danger"
              loading={working === deletion}
              onClick={() =>
                void give(
                  deletion,
                  () => remove(reported, { blocksAuthor, ban: bans ? text?.type : undefined }),
                  blocksAuthor,
                )
              }
            >
              {t(`notifications.reports.dialog.${deletion}`)}
            </Button>
          </>
        ) : (
          <>
            {mayDismiss && (
              <Button
                loading={working === 'dismiss'}
                onClick={() => void give('dismiss', () => api.call(dismissReport, { body: { id: row.id } }))}
              >
                {t('notifications.reports.dialog.dismiss')}
              </Button>
            )}
            {mayDelete && (
              <Button variant="danger" onClick={() => setDeleting(true)}>
                {t(`notifications.reports.dialog.${deletion}`)}
              </Button>
            )}
          </>
        )
      }
    >
      {isDeleting ? (
        <div className="grid gap-4">
          <p>{t(`notifications.reports.dialog.${deletion}Text`)}</p>
          {isEvent && (
            <Checkbox
              label={t('notifications.reports.dialog.blockAuthor')}
              checked={blocksAuthor}
              onCheckedChange={setBlocksAuthor}
            />
          )}
          {isFile && text && mayBan && (
            <Checkbox label={t('notifications.reports.dialog.ban')} checked={bans} onCheckedChange={setBans} />
          )}
        </div>
      ) : (
        <Subject {...reported} />
      )}
    </Dialog>
  )
}

interface Removal {
  readonly blocksAuthor: boolean
  /** The reason to ban the file for; undefined to delete it only. */
  readonly ban: string | undefined
}

async function remove({ kind, id }: Reported, { blocksAuthor, ban }: Removal): Promise<void> {
  if (kind === 'file') {
    if (ban !== undefined) await api.call(banFiles, { body: { hashes: [id], reason: ban } })
    await api.call(deleteReportedFile, { params: { hash: id } })
    return
  }
  await api.call(deleteReportedEvent, { params: { id }, query: { block_author: blocksAuthor ? 'true' : 'false' } })
}

function Subject({ kind, id }: Reported) {
  if (kind === 'event') return <ReportedEvent id={id} />
  return kind === 'file' ? <ReportedFile hash={id} /> : <ReportedKey pubkey={id} />
}

/** Gives one verdict at a time, shows its result, and closes the dialog once it is given. */
function useVerdict(onGiven: () => void) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<Verdict>()
  async function give(verdict: Verdict, call: () => Promise<unknown>, blocksAuthor = false): Promise<void> {
    setWorking(verdict)
    try {
      await call()
      toast.success(t(`notifications.reports.done.${blocksAuthor ? 'deleteAndBlock' : verdict}`))
      onGiven()
    } catch (error) {
      toast.error(t(`notifications.reports.notDone.${verdict}`), { text: failureText(error) })
    } finally {
      setWorking(undefined)
    }
    await queryClient.invalidateQueries(staleOn('reports'))
  }
  return { give, working }
}

function ReportedKey({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const npub = npubOf(pubkey)
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-1">
        <code className="break-all font-mono text-small">{npub}</code>
        <CopyButton value={npub} label={t('notifications.reports.dialog.copyAuthor')} />
      </p>
      <p className="text-muted text-small">
        {t('notifications.reports.dialog.authorText')}{' '}
        <Link to="/blocked-pubkeys" search={{ q: npub } as never} className="font-semibold text-accent-text underline">
          {t('shell.nav.access')}
        </Link>
      </p>
    </div>
  )
}
