import { type ReactNode, useState } from 'react'
import { ChipsField } from '../../src/ui/forms/chips-field.tsx'
import type { FieldProps } from '../../src/ui/forms/field.tsx'
import { NumberField } from '../../src/ui/forms/number-field.tsx'
import { PasswordField } from '../../src/ui/forms/password-field.tsx'
import { RuleHints } from '../../src/ui/forms/rule-hints.tsx'
import { SecretField } from '../../src/ui/forms/secret-field.tsx'
import { TextArea } from '../../src/ui/forms/text-area.tsx'
import { TextField } from '../../src/ui/forms/text-field.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords, type Word } from '../words.ts'

const mask = '********'
const states: readonly Word[] = ['filled', 'empty', 'hover', 'focus', 'error', 'disabled', 'long', 'hidden']
const forced = { hover: 'hover', focus: 'focus-visible' } as const

interface Given {
  readonly field: FieldProps
  readonly state: Word
}

export function Fields() {
  return (
    <>
      <FieldStates name="TextField" draw={given => <Text {...given} />} />
      <FieldStates name="PasswordField" draw={given => <Password {...given} />} />
      <FieldStates name="TextArea" draw={given => <Area {...given} />} />
      <FieldStates name="NumberField" draw={given => <Amount {...given} />} />
      <FieldStates name="SecretField" draw={given => <Secret {...given} />} />
      <FieldStates name="ChipsField" draw={given => <Chips {...given} />} />
    </>
  )
}

interface FieldStatesProps {
  readonly name: string
  readonly draw: (given: Given) => ReactNode
}

function FieldStates({ name, draw }: FieldStatesProps) {
  const words = useWords()
  return (
    <Specimen name={name}>
      {states.map(state => {
        const field: FieldProps = {
          label: state === 'long' ? words('sentence') : words('name'),
          labelHidden: state === 'hidden',
          description: state === 'hidden' ? undefined : state === 'long' ? words('sentence') : words('about'),
          error: state === 'error' ? words('wrong') : undefined,
          disabled: state === 'disabled',
        }
        return (
          <State key={state} of={state} force={forced[state as keyof typeof forced]}>
            {draw({ field, state })}
          </State>
        )
      })}
    </Specimen>
  )
}

function Text({ field, state }: Given) {
  const words = useWords()
  const [value, setValue] = useState(state === 'empty' ? '' : state === 'long' ? words('longWord') : words('sample'))
  return (
    <TextField
      {...field}
      value={value}
      onValueChange={setValue}
      placeholder={words('sample')}
      mono={state === 'long'}
      suffix={state === 'filled' && <span className="text-muted text-small">sats</span>}
    />
  )
}

const rules = [
  { name: 'upper', holds: () => true },
  { name: 'number', holds: () => false },
] as const

function Password({ field, state }: Given) {
  const words = useWords()
  const [value, setValue] = useState(state === 'empty' ? '' : words('sample'))
  return (
    <PasswordField
      {...field}
      description={state === 'filled' ? <RuleHints rules={rules} typed={value} /> : field.description}
      value={value}
      onValueChange={setValue}
      autoComplete="new-password"
      size={state === 'long' ? 'large' : 'medium'}
    />
  )
}

function Area({ field, state }: Given) {
  const words = useWords()
  const [value, setValue] = useState(state === 'empty' ? '' : state === 'long' ? words('longWord') : words('sentence'))
  return <TextArea {...field} value={value} onValueChange={setValue} placeholder={words('sample')} />
}

function Amount({ field, state }: Given) {
  const [value, setValue] = useState<number | null>(state === 'empty' ? null : state === 'long' ? 123456789012 : 1234.5)
  return <NumberField {...field} value={value} onValueChange={setValue} unit="MB" min={0} />
}

function Secret({ field, state }: Given) {
  const [value, setValue] = useState(state === 'empty' || state === 'focus' ? '' : mask)
  return <SecretField {...field} value={value} onValueChange={setValue} mask={mask} />
}

function Chips({ field, state }: Given) {
  const words = useWords()
  const [values, setValues] = useState<string[]>(
    state === 'empty' ? [] : state === 'long' ? [words('longWord'), words('sample')] : [words('notes'), words('media')],
  )
  return (
    <ChipsField
      {...field}
      values={values}
      onValuesChange={setValues}
      options={[words('notes'), words('media'), words('sample')]}
      parse={text => text || undefined}
      placeholder={words('notes')}
    />
  )
}
