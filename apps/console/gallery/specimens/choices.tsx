import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../src/ui/forms/checkbox.tsx'
import { RadioCards } from '../../src/ui/forms/radio-cards.tsx'
import { Segmented } from '../../src/ui/forms/segmented.tsx'
import { Select } from '../../src/ui/forms/select.tsx'
import { Switch } from '../../src/ui/forms/switch.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

const forced = { hover: 'hover', focus: 'focus-visible' } as const
const states = ['plain', 'chosen', 'focus', 'error', 'disabled', 'long', 'hidden'] as const
type ChoiceState = (typeof states)[number]
const forceOf = (state: string) => forced[state as keyof typeof forced]

export function Choices() {
  return (
    <>
      <Specimen name="Select">
        {(['plain', 'hover', 'focus', 'error', 'disabled', 'long'] as const).map(state => (
          <State key={state} of={state} force={forceOf(state)}>
            <Selected state={state} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Switch">
        {states.map(state => (
          <State key={state} of={state} force={forceOf(state)}>
            <Switched state={state} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Checkbox">
        {(['plain', 'chosen', 'partly', 'focus', 'disabled', 'long', 'hidden'] as const).map(state => (
          <State key={state} of={state} force={forceOf(state)}>
            <Checked state={state} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Segmented">
        <State of="plain">
          <Segments />
        </State>
        <State of="focus" force="focus-visible">
          <Segments />
        </State>
      </Specimen>
      <Specimen name="RadioCards">
        <State of="plain" wide>
          <Cards />
        </State>
        <State of="disabled" wide>
          <Cards disabled />
        </State>
        <State of="long" wide>
          <Cards stacked />
        </State>
      </Specimen>
    </>
  )
}

function Selected({ state }: { readonly state: string }) {
  const words = useWords()
  const [value, setValue] = useState('basic')
  return (
    <Select
      label={words('name')}
      description={words('about')}
      error={state === 'error' ? words('wrong') : undefined}
      disabled={state === 'disabled'}
      value={value}
      onValueChange={setValue}
      choices={[
        { value: 'basic', label: state === 'long' ? words('sentence') : words('basic') },
        { value: 'strict', label: words('strict') },
      ]}
    />
  )
}

function Switched({ state }: { readonly state: ChoiceState }) {
  const words = useWords()
  const [checked, setChecked] = useState(state !== 'plain' && state !== 'error')
  return (
    <Switch
      label={state === 'long' ? words('sentence') : words('name')}
      labelHidden={state === 'hidden'}
      description={state === 'hidden' ? undefined : words('about')}
      error={state === 'error' ? words('wrong') : undefined}
      disabled={state === 'disabled'}
      checked={checked}
      onCheckedChange={setChecked}
    />
  )
}

function Checked({ state }: { readonly state: string }) {
  const words = useWords()
  const [checked, setChecked] = useState(state !== 'plain' && state !== 'partly')
  return (
    <Checkbox
      label={state === 'long' ? words('sentence') : words('name')}
      labelHidden={state === 'hidden'}
      description={state === 'plain' ? words('about') : undefined}
      disabled={state === 'disabled'}
      indeterminate={state === 'partly' && !checked}
      checked={checked}
      onCheckedChange={setChecked}
    />
  )
}

function Segments() {
  const words = useWords()
  const [value, setValue] = useState('basic')
  return (
    <Segmented
      label={words('name')}
      value={value}
      onValueChange={setValue}
      choices={[
        { value: 'basic', label: words('basic') },
        { value: 'strict', label: words('strict') },
      ]}
    />
  )
}

function Cards(props: { readonly disabled?: boolean; readonly stacked?: boolean }) {
  const words = useWords()
  const [value, setValue] = useState('basic')
  return (
    <RadioCards
      {...props}
      label={words('name')}
      value={value}
      onValueChange={setValue}
      cards={[
        { value: 'basic', title: words('basic'), description: words('about') },
        { value: 'strict', title: words('strict'), description: words('sentence'), icon: ShieldCheck },
      ]}
    />
  )
}
