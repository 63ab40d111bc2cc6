import { type BlockedPubkey, deleteAuthorEvents } from '@hornets/contract/admin/access'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useStoredCount } from '../../api/queries/use-stored-count.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Alert } from '../../ui/states/alert.tsx'

interface DeleteEventsDialogProps {
  readonly row: BlockedPubkey
  readonly onClose: () => void
}

export function DeleteEventsDialog({ row: { pubkey }, onClose }: DeleteEventsDialogProps) {
  const { t } = useTexts()
  const stored = useStoredCount(pubkey)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function deleteAll(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const done = await api.call(deleteAuthorEvents, { params: { pubkey }, body: {} })
      if (done.still_deleting) toast.info(t('access.stillDeleting'))
      else toast.success(t('access.dialog.deleted', { count: done.deleted_events }))
      onClose()
    } catch (error) {
      setFailure(formFailureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      busy={busy}
      title={t('access.deleteEvents')}
      description={<Person pubkey={pubkey} size="tiny" linked={false} />}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger" loading={busy} disabled={stored.count === 0} onClick={() => void deleteAll()}>
            {t('access.deleteEvents')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Alert kind="error" title={t('settings.error')}>
            {failure}
          </Alert>
        )}
        <p>{t('access.dialog.deleteHint')}</p>
        <p role="status" className="font-semibold">
          {stored.text}
        </p>
      </div>
    </Dialog>
  )
}
