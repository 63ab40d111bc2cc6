import { type Field, secretMask } from '@hornets/contract/admin/settings'
import type { ReactNode } from 'react'
import { type ControllerRenderProps, useController } from 'react-hook-form'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { ChipsField } from '../../../ui/forms/chips-field.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { adviceOn } from '../advice.ts'
import type { GroupValues } from '../form/group-values.ts'
import { fieldPlace } from '../use-field-in-link.ts'
import type { FieldControlProps } from './control-props.ts'
import { DocumentControl } from './document-control.tsx'
import { ImageControl } from './image-control.tsx'
import { NestedControl } from './nested-control.tsx'
import { RowsControl } from './rows-control.tsx'
import { type Unit, useFieldWords } from './use-field-words.tsx'

export function FieldControl(props: FieldControlProps): ReactNode {
  if (props.field.control === 'nested') return <NestedControl {...props} Inner={FieldControl} />
  if (props.field.control === 'rows') return <RowsControl {...props} Inner={FieldControl} />
  return <SingleControl {...props} />
}

function SingleControl({ control, group, path, name, field }: FieldControlProps) {
  const { field: input, fieldState } = useController({ control, name })
  const isInRow = /\.\d+\./.test(name)
  const words = {
    ...useFieldWords(group, path, field, !isInRow),
    error: fieldState.error?.message && translateMessage(fieldState.error.message),
  }
  const advice = path.length === 1 ? adviceOn(group.name, path[0] ?? '', input.value) : undefined
  return (
    <div
      data-field={fieldPlace(group.name, path)}
      className={isWide(field) ? 'grid content-start gap-2 lg:col-span-2' : 'grid content-start gap-2'}
    >
      {drawn(field, words, input)}
      {advice && <Alert kind="warning">{advice}</Alert>}
    </div>
  )
}

/** It spans two columns where there are two. */
export const isWide = ({ control }: Field) => ['multiline', 'document', 'numbers', 'secret'].includes(control)

type Words = ReturnType<typeof useFieldWords> & { readonly error: string | undefined }

function drawn(field: Field, words: Words, { value, onChange, onBlur, name }: ControllerRenderProps<GroupValues>) {
  const text = { ...words, name, value: String(value ?? ''), onValueChange: onChange, onBlur }
  switch (field.control) {
    case 'switch':
      return <Switch {...words} name={name} checked={value === true} onCheckedChange={onChange} />
    case 'number':
      return <NumberControl field={field} words={words} value={value} onChange={onChange} onBlur={onBlur} name={name} />
    case 'select':
      return <Select {...text} choices={choicesWith(field.options ?? [], String(value ?? ''))} />
    case 'numbers':
      return (
        <ChipsField
          {...words}
          name={name}
          values={Array.isArray(value) ? (value as number[]) : []}
          onValuesChange={onChange}
          options={(field.options ?? []) as number[]}
          parse={readWhole}
        />
      )
    case 'secret':
      return <SecretField {...text} mask={secretMask} />
    case 'multiline':
      return <TextArea {...text} />
    case 'document':
      return <DocumentControl {...text} schema={field.schema} />
    case 'image':
      return <ImageControl {...text} />
    case 'url':
      return <TextField {...text} type="url" inputMode="url" spellCheck={false} />
    default:
      return <TextField {...text} spellCheck={false} autoComplete="off" />
  }
}

interface NumberControlProps extends Pick<ControllerRenderProps<GroupValues>, 'onChange' | 'onBlur' | 'name'> {
  readonly field: Field
  readonly words: Words
  readonly value: unknown
}

function NumberControl({ field, words, value, onChange, onBlur, name }: NumberControlProps) {
  const { t } = useTexts()
  const unit = field.unit as Unit | undefined
  return (
    <NumberField
      {...words}
      name={name}
      value={typeof value === 'number' ? value : null}
      onValueChange={onChange}
      onBlur={onBlur}
      unit={unit && t(`settings.units.${unit}`)}
      min={field.min}
      max={field.max}
      step={field.step}
    />
  )
}

/** The options, and the current value if it is not among them. */
function choicesWith(options: readonly (string | number)[], current: string) {
  const values = options.map(String)
  if (current !== '' && !values.includes(current)) values.push(current)
  return values.map(value => ({ value, label: value }))
}

const readWhole = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)
