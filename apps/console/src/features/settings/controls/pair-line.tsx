import { Trash2 } from 'lucide-react'
import { type Control, type UseControllerReturn, useController } from 'react-hook-form'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { type PairsForm, type PairType, pairTypes, retyped } from './pairs.ts'

interface PairLineProps {
  readonly control: Control<PairsForm>
  readonly index: number
  readonly onRemove: () => void
}

const said = (message: string | undefined) => message && translateMessage(message)

export function PairLine({ control, index, onRemove }: PairLineProps) {
  const { t } = useTexts()
  const key = useController({ control, name: `pairs.${index}.key` })
  const type = useController({ control, name: `pairs.${index}.type` })
  const value = useController({ control, name: `pairs.${index}.value` })
  const name = key.field.value.trim()

  function changeType(next: PairType): void {
    const pair = retyped({ key: name, type: type.field.value, value: value.field.value }, next)
    type.field.onChange(pair.type)
    value.field.onChange(pair.value)
  }

  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,2fr)]">
        <TextField
          label={t('settings.pairs.key')}
          error={said(key.fieldState.error?.message)}
          value={key.field.value}
          onValueChange={key.field.onChange}
          onBlur={key.field.onBlur}
          className="col-span-2 sm:col-span-1"
          spellCheck={false}
          mono
        />
        <Select
          label={t('settings.pairs.type')}
          value={type.field.value}
          onValueChange={changeType}
          choices={pairTypes.map(value => ({ value, label: t(`settings.pairs.${value}`) }))}
        />
        <ValueField value={value} isNumber={type.field.value === 'number'} />
      </div>
      <IconButton
        icon={Trash2}
        label={name ? t('settings.remove', { name }) : t('settings.pairs.removeUnnamed')}
        className="mt-5.5"
        onClick={onRemove}
      />
    </div>
  )
}

interface ValueFieldProps {
  readonly value: UseControllerReturn<PairsForm, `pairs.${number}.value`>
  readonly isNumber: boolean
}

function ValueField({ value: { field, fieldState }, isNumber }: ValueFieldProps) {
  const { t } = useTexts()
  const words = { label: t('settings.pairs.value'), error: said(fieldState.error?.message) }
  if (typeof field.value === 'boolean')
    return (
      <Select
        {...words}
        value={field.value ? 'yes' : 'no'}
        onValueChange={next => field.onChange(next === 'yes')}
        choices={(['yes', 'no'] as const).map(value => ({ value, label: t(`settings.pairs.${value}`) }))}
      />
    )
  return (
    <TextField
      {...words}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      inputMode={isNumber ? 'decimal' : 'text'}
      spellCheck={false}
      mono
    />
  )
}
