import { blockPubkey, blockPubkeys, reasonChars } from '@hornets/contract/admin/access'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useStoredCount } from '../../../api/queries/use-stored-count.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const dayChoices = ['0', '1', '7', '30', '365'] as const

interface BlockPersonDialogProps {
  readonly pubkey: string
  readonly onClose: () => void
  readonly onBlock: (work: () => Promise<unknown>) => Promise<void>
}

export function BlockPersonDialog({ pubkey, onClose, onBlock }: BlockPersonDialogProps) {
  const { t } = useTexts()
  const [days, setDays] = useState<(typeof dayChoices)[number]>('0')
  const [reason, setReason] = useState('')
  const [deletes, setDeletes] = useState(false)
  const [busy, setBusy] = useState(false)
  const stored = useStoredCount(deletes ? pubkey : undefined)
  async function block(): Promise<void> {
    setBusy(true)
    const expires_at = days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toJSON()
    await onBlock(() => api.call(blockPubkey, { body: { pubkey, reason, expires_at, delete_events: deletes } }))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t('people.one.block')}
      description={t('people.one.blockText')}
      dirty={reason.trim() !== ''}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant={deletes ? 'danger' : 'primary'} loading={busy} onClick={() => void block()}>
            {t('people.one.block')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label={t('people.one.howLong')}
          value={days}
          onValueChange={setDays}
          choices={dayChoices.map(value => ({ value, label: t(`people.one.days.${value}`) }))}
        />
        <TextField label={t('people.one.reason')} value={reason} onValueChange={setReason} maxLength={reasonChars} />
        <Checkbox
          checked={deletes}
          onCheckedChange={setDeletes}
          label={t('people.one.deleteEvents')}
          description={
            <>
              {t('people.one.deleteEventsText')}{' '}
              <span role="status" className="font-semibold">
                {stored.text}
              </span>
            </>
          }
        />
      </div>
    </Dialog>
  )
}

/** Restores a lifted block as it was. */
export const blockAgain = (pubkey: string, { reason, expires_at }: { reason: string; expires_at: string | null }) =>
  api.call(blockPubkeys, { body: { blocks: [{ pubkey, reason, expires_at }], restore: true } })
