import { reasonChars } from '@hornets/contract/admin/access'
import { type PersonQuota, setPersonQuota } from '@hornets/contract/admin/accounts/people'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

export const noQuota: PersonQuota = { events_day: null, files_day: null, files_total: null }
export const quotaParts = Object.keys(noQuota) as (keyof PersonQuota)[]

export const saveQuota = (pubkey: string, quota: PersonQuota, reason = '') =>
  api.call(setPersonQuota, { params: { pubkey }, body: { ...quota, reason } })

const mebibyte = 2 ** 20
const megabytesMax = 2 ** 30

interface QuotaDialogProps {
  readonly quota: PersonQuota | null
  readonly onClose: () => void
  readonly onSet: (quota: PersonQuota, reason: string) => Promise<void>
}

export function QuotaDialog({ quota, onClose, onSet }: QuotaDialogProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState(quota ?? noQuota)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const isWrong = (bytes: number | null) => bytes !== null && !(bytes >= 0 && bytes <= megabytesMax * mebibyte)
  async function set(next: PersonQuota): Promise<void> {
    setBusy(true)
    await onSet(next, reason)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t('people.one.quota')}
      description={t('people.one.quotaText')}
      dirty={quotaParts.some(part => draft[part] !== (quota ?? noQuota)[part])}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          {quota && (
            <Button disabled={busy} onClick={() => void set(noQuota)}>
              {t('people.one.quotaRemove')}
            </Button>
          )}
          <Button
            variant="primary"
            loading={busy}
            disabled={quotaParts.some(part => isWrong(draft[part]))}
            onClick={() => void set(draft)}
          >
            {t('people.one.quotaSet')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {quotaParts.map(part => (
          <NumberField
            key={part}
            label={t(`people.one.quotas.${part}`)}
            unit="MB"
            min={0}
            value={draft[part] === null ? null : draft[part] / mebibyte}
            onValueChange={value =>
              setDraft({ ...draft, [part]: value === null ? null : Math.round(value * mebibyte) })
            }
            error={isWrong(draft[part]) ? t('people.one.quotaWrong') : undefined}
          />
        ))}
        <TextField label={t('people.one.reason')} value={reason} onValueChange={setReason} maxLength={reasonChars} />
      </div>
    </Dialog>
  )
}
