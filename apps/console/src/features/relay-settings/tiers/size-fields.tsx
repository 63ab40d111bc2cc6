import { useTexts } from '../../../i18n/texts.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { readSize, sizeUnits, writeSize } from './tier-draft.ts'

interface SizeFieldsProps {
  /** As on the wire: '1 GB per month'. */
  readonly limit: string
  readonly onLimitChange: (limit: string) => void
  readonly label: string
  readonly error?: string
  readonly disabled?: boolean
}

export function SizeFields({ limit, onLimitChange, label, error, disabled }: SizeFieldsProps) {
  const { t } = useTexts()
  const { value, unit } = readSize(limit)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
      <NumberField
        label={label}
        value={value}
        onValueChange={next => onLimitChange(writeSize({ value: next, unit }))}
        min={0}
        error={error}
        disabled={disabled}
      />
      <Select
        label={t('relaySettings.tiers.unit')}
        value={unit}
        onValueChange={next => onLimitChange(writeSize({ value, unit: next }))}
        choices={sizeUnits.map(one => ({ value: one, label: one }))}
        disabled={disabled}
      />
    </div>
  )
}
