import type { TierGives } from '@hornets/contract/admin/relay-settings'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { fileUnits, givesError, givesOf, kindsIn, kindsText, readFileSize, writeFileSize } from './gives-draft.ts'

interface GivesFieldsProps {
  readonly gives: TierGives
  readonly onGivesChange: (gives: TierGives) => void
  readonly disabled: boolean
}

export function GivesFields({ gives, onGivesChange, disabled }: GivesFieldsProps) {
  const { t } = useTexts()
  const { value, unit: written } = readFileSize(gives.maxfile)
  const [chosen, setChosen] = useState(written ?? 'MB')
  const [typed, setTyped] = useState('')
  const unit = written ?? chosen
  const wrong = givesError(gives)
  const isTyped = kindsText(kindsIn(typed)) === kindsText(gives.kinds)
  const set = (change: { [K in keyof TierGives]: TierGives[K] | undefined }) =>
    onGivesChange(givesOf({ ...gives, ...change } as TierGives))
  return (
    <div className="grid gap-3 md:grid-cols-3">
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
        <NumberField
          label={t('relaySettings.tiers.gives.file')}
          description={t('relaySettings.tiers.gives.fileHelp')}
          value={value}
          onValueChange={next => set({ maxfile: writeFileSize(next, unit) })}
          min={0}
          error={wrong === 'file' ? t('relaySettings.tiers.error.size') : undefined}
          disabled={disabled}
        />
        <Select
          label={t('relaySettings.tiers.unit')}
          value={unit}
          onValueChange={next => {
            setChosen(next)
            set({ maxfile: writeFileSize(value, next) })
          }}
          choices={fileUnits.map(one => ({ value: one, label: one }))}
          disabled={disabled}
        />
      </div>
      <NumberField
        label={t('relaySettings.tiers.gives.days')}
        description={t('relaySettings.tiers.gives.daysHelp')}
        value={gives.days ?? null}
        onValueChange={days => set({ days: days ?? undefined })}
        min={1}
        error={wrong === 'days' ? t('relaySettings.tiers.error.days') : undefined}
        disabled={disabled}
      />
      <TextField
        label={t('relaySettings.tiers.gives.kinds')}
        description={t('relaySettings.tiers.gives.kindsHelp')}
        value={isTyped ? typed : kindsText(gives.kinds)}
        onValueChange={text => {
          setTyped(text)
          set({ kinds: kindsIn(text) })
        }}
        error={wrong === 'kinds' ? t('relaySettings.tiers.error.kinds') : undefined}
        disabled={disabled}
      />
    </div>
  )
}
