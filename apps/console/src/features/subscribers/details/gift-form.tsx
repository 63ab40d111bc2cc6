import { giftDaysMax, giveDays } from '@hornets/contract/admin/subscriptions/subscriber-changes'
import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ChangeFrame } from './change-frame.tsx'
import { useChange } from './use-change.ts'
import { useTiers } from './use-tiers.ts'

interface FormProps {
  readonly subscriber: Subscriber
  readonly onDone: () => void
}

/** Days for nothing; they begin when what is paid runs out. */
export function GiftForm({ subscriber: { pubkey, tier: own }, onDone }: FormProps) {
  const { t } = useTexts()
  const tiers = useTiers(own)
  const [days, setDays] = useState<number | null>(30)
  const [chosen, setChosen] = useState<string>()
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const { working, failure, run } = useChange(onDone)
  const tier = chosen ?? (own || tiers[0]?.value)
  const isRight = days !== null && Number.isInteger(days) && days >= 1 && days <= giftDaysMax
  function submit(): void {
    setTried(true)
    if (!isRight) return
    const body = { days, note, ...(tier && { tier }) }
    void run(() => api.call(giveDays, { params: { pubkey }, body }), t('subscribers.gift.done', { count: days }))
  }
  return (
    <ChangeFrame
      title={t('subscribers.gift.title')}
      action={t('subscribers.gift.give')}
      working={working}
      failure={failure}
      onSubmit={submit}
      onCancel={onDone}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          label={t('subscribers.gift.days')}
          value={days}
          onValueChange={setDays}
          min={1}
          max={giftDaysMax}
          error={isTried && !isRight ? t('subscribers.gift.wrong', { most: giftDaysMax }) : undefined}
        />
        {tier && <Select label={t('subscribers.column.tier')} value={tier} onValueChange={setChosen} choices={tiers} />}
      </div>
      <TextField label={t('subscribers.note')} value={note} onValueChange={setNote} maxLength={500} />
    </ChangeFrame>
  )
}
