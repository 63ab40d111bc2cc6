import { changeTier } from '@hornets/contract/admin/subscriptions/subscriber-changes'
import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ChangeFrame } from './change-frame.tsx'
import { useChange } from './use-change.ts'
import { useTiers } from './use-tiers.ts'

interface FormProps {
  readonly subscriber: Subscriber
  readonly onDone: () => void
}

export function ChangeTierForm({ subscriber: { pubkey, tier: own }, onDone }: FormProps) {
  const { t } = useTexts()
  const tiers = useTiers(own)
  const [tier, setTier] = useState(own)
  const [note, setNote] = useState('')
  const { working, failure, run } = useChange(onDone)
  const submit = () =>
    void run(
      () => api.call(changeTier, { params: { pubkey }, body: { tier, note } }),
      t('subscribers.tier.done', { tier: dataLimitText(tier) }),
    )
  return (
    <ChangeFrame
      title={t('subscribers.tier.title')}
      action={t('subscribers.tier.change')}
      working={working}
      failure={failure}
      onSubmit={submit}
      onCancel={onDone}
    >
      <Select
        label={t('subscribers.column.tier')}
        description={t('subscribers.tier.help')}
        value={tier}
        onValueChange={setTier}
        choices={tiers}
      />
      <TextField label={t('subscribers.note')} value={note} onValueChange={setNote} maxLength={500} />
    </ChangeFrame>
  )
}
