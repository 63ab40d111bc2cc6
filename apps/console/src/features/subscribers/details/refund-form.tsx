import { prepareRefund } from '@hornets/contract/admin/subscriptions/subscriber-changes'
import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ChangeFrame } from './change-frame.tsx'
import { useChange } from './use-change.ts'

interface FormProps {
  readonly subscriber: Subscriber
  readonly onDone: () => void
}

export function RefundForm({ subscriber: { pubkey, credit_sats }, onDone }: FormProps) {
  const { t } = useTexts()
  const [sats, setSats] = useState<number | null>(credit_sats)
  const [given, setAddress] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const { working, failure, run } = useChange(onDone)
  const address = given.trim()
  const isAmount = sats !== null && Number.isInteger(sats) && sats >= 1 && sats <= credit_sats
  const isAddress = address.length >= 14 && address.length <= 100 && !/\s/.test(address)
  function submit(): void {
    setTried(true)
    if (!isAmount || !isAddress) return
    void run(
      () => api.call(prepareRefund, { params: { pubkey }, body: { sats, address, note } }),
      t('subscribers.refund.prepared'),
    )
  }
  return (
    <ChangeFrame
      title={t('subscribers.refund.title')}
      action={t('subscribers.refund.prepare')}
      working={working}
      failure={failure}
      onSubmit={submit}
      onCancel={onDone}
    >
      <p className="text-muted text-small">{t('subscribers.refund.help')}</p>
      <NumberField
        label={t('subscribers.refund.sats')}
        value={sats}
        onValueChange={setSats}
        min={1}
        max={credit_sats}
        error={isTried && !isAmount ? t('subscribers.refund.wrong', { most: credit_sats }) : undefined}
      />
      <TextField
        label={t('subscribers.refund.address')}
        value={given}
        onValueChange={setAddress}
        maxLength={100}
        autoComplete="off"
        error={isTried && !isAddress ? t('subscribers.refund.noAddress') : undefined}
      />
      <TextField label={t('subscribers.note')} value={note} onValueChange={setNote} maxLength={500} />
    </ChangeFrame>
  )
}
