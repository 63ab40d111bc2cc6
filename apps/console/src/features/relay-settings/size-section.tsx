import { relaySettings } from '@hornets/contract/admin/relay-settings'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { Admission } from './admission.ts'

interface SizeSectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
}

/** Why a size is invalid, from the contract; undefined if it is valid. */
export function sizeError(size: unknown): string | undefined {
  return relaySettings.shape.maxfilesize.safeParse(size).error?.issues[0]?.message
}

export function SizeSection({ draft, onChange }: SizeSectionProps) {
  const { t } = useTexts()
  const error = sizeError(draft.maxfilesize)
  return (
    <Card title={t('relaySettings.size.title')} description={t('relaySettings.size.description')}>
      <div className="mt-4 grid max-w-96 grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <NumberField
          label={t('relaySettings.size.value')}
          value={draft.maxfilesize}
          onValueChange={size => onChange({ ...draft, maxfilesize: size as number })}
          min={1}
          error={error && translateMessage(error)}
        />
        <Select
          label={t('relaySettings.size.unit')}
          value={draft.maxfilesizeunit}
          onValueChange={maxfilesizeunit => onChange({ ...draft, maxfilesizeunit })}
          choices={(['KB', 'MB', 'GB'] as const).map(value => ({ value, label: value }))}
        />
      </div>
    </Card>
  )
}
