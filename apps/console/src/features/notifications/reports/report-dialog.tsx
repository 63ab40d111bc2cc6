import { banFiles } from '@hornets/contract/admin/files/file-bans'
import {
  deleteReportedEvent,
  deleteReportedFile,
  dismissReport,
  getReportedEvent,
  type ReportNotification,
} from '@hornets/contract/admin/notifications/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useStoredCount } from '../../../api/queries/use-stored-count.ts'
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

/** What goes with a deletion. */
interface Removal {
  readonly blocksAuthor: boolean
  /** All other events of the author, who is blocked. */
  readonly deletesOthers: boolean
  /** The reason to ban the file for; undefined to delete it only. */
  readonly ban: string | undefined
}

const onlyThis: Removal = { blocksAuthor: false, deletesOthers: false, ban: undefined }

/** What was reported, and the verdict on it: dismiss, or delete the event or file (NOTIF-24, R-74). */
export function ReportDialog({ reported, row, onClose }: ReportDialogProps) {
  const { t } = useTexts()
  const typeText = useReportType()
  const may = useAllowed(reported, row)
  const { give, working } = useVerdict(onClose)
  /** Set while a deletion is being confirmed. */
  const [removal, setRemoval] = useState<Removal>()
  const deletion = reported.kind === 'file' ? 'deleteFile' : 'delete'
  const type = row && typeText(row.report_type)
  const dismiss = () => give('dismiss', () => api.call(dismissReport, { body: { id: row?.id ?? 0 } }))
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
            <Button
              variant="danger"
              loading={working === deletion}
              onClick={() => void give(deletion, () => remove(reported, removal), removal)}
            >
              {t(`notifications.reports.dialog.${deletion}`)}
            </Button>
          </>
        ) : (
          <>
            {may.dismiss && (
              <Button loading={working === 'dismiss'} onClick={() => void dismiss()}>
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
        <div className="grid gap-4">
          <p>{t(`notifications.reports.dialog.${deletion}Text`)}</p>
          {reported.kind === 'event' && <AuthorChoices id={reported.id} removal={removal} onChange={setRemoval} />}
          {may.ban && (
            <Checkbox
              label={t('notifications.reports.dialog.ban')}
              checked={removal.ban !== undefined}
              onCheckedChange={bans => setRemoval({ ...removal, ban: bans ? type : undefined })}
            />
          )}
        </div>
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

interface AuthorChoicesProps {
  readonly id: string
  readonly removal: Removal
  readonly onChange: (removal: Removal) => void
}

/** Whether an event's author is blocked with it, and all their events deleted. */
function AuthorChoices({ id, removal, onChange }: AuthorChoicesProps) {
  const { t } = useTexts()
  return (
    <>
      <Checkbox
        label={t('notifications.reports.dialog.blockAuthor')}
        checked={removal.blocksAuthor}
        onCheckedChange={blocksAuthor => onChange({ ...removal, blocksAuthor })}
      />
      {removal.blocksAuthor && (
        <DeleteAllChoice
          id={id}
          checked={removal.deletesOthers}
          onCheckedChange={deletesOthers => onChange({ ...removal, deletesOthers })}
        />
      )}
    </>
  )
}

interface DeleteAllChoiceProps {
  readonly id: string
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** Whether all events of the event's author are deleted, with their number. */
function DeleteAllChoice({ id, checked, onCheckedChange }: DeleteAllChoiceProps) {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(getReportedEvent, { params: { id } }))
  const stored = useStoredCount(data?.event.pubkey)
  return (
    <Checkbox
      className="ml-6.5"
      label={t('access.dialog.delete')}
      description={
        <>
          {t('access.dialog.deleteHint')}{' '}
          <span role="status" className="font-semibold">
            {stored.text}
          </span>
        </>
      }
      checked={checked}
      onCheckedChange={onCheckedChange}
    />
  )
}

async function remove({ kind, id }: Reported, { blocksAuthor, ban, ...removal }: Removal): Promise<unknown> {
  if (kind === 'file') {
    if (ban !== undefined) await api.call(banFiles, { body: { hashes: [id], reason: ban } })
    await api.call(deleteReportedFile, { params: { hash: id } })
    return undefined
  }
  const query = { block_author: wordOf(blocksAuthor), delete_events: wordOf(blocksAuthor && removal.deletesOthers) }
  return api.call(deleteReportedEvent, { params: { id }, query })
}

const wordOf = (value: boolean): 'true' | 'false' => (value ? 'true' : 'false')

function Subject({ kind, id }: Reported) {
  if (kind === 'event') return <ReportedEvent id={id} />
  return kind === 'file' ? <ReportedFile hash={id} /> : <ReportedKey pubkey={id} />
}

/** Gives one verdict at a time, shows its result, and closes the dialog once it is given. */
function useVerdict(onGiven: () => void) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<Verdict>()
  const doneText = (verdict: Verdict, { blocksAuthor, deletesOthers }: Removal) => {
    if (blocksAuthor && deletesOthers) return t('notifications.reports.done.deleteAll')
    return t(`notifications.reports.done.${blocksAuthor ? 'deleteAndBlock' : verdict}`)
  }
  async function give(verdict: Verdict, call: () => Promise<unknown>, removal = onlyThis): Promise<void> {
    setWorking(verdict)
    try {
      const answer = await call()
      const isOngoing = (answer as { still_deleting?: boolean } | undefined)?.still_deleting === true
      toast.success(doneText(verdict, removal), { text: isOngoing ? t('access.stillDeleting') : undefined })
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
