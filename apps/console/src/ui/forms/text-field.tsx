import { Field as Base } from '@base-ui/react/field'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps, inputBox } from './field.tsx'

type Native = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'required' | 'name' | 'disabled' | 'className'
>

export interface TextFieldProps extends FieldProps, Native {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** After the input, e.g. a unit or a button. */
  readonly suffix?: ReactNode
  /** Keys, ids and addresses use the monospaced font. */
  readonly mono?: boolean
}

export function TextField({ value, onValueChange, suffix, mono, ...props }: TextFieldProps) {
  const { label, labelHidden, description, error, name, required, disabled, className, ...native } = props
  return (
    <Field {...{ label, labelHidden, description, error, name, disabled, className }}>
      <span className="flex items-center gap-2">
        <Base.Control
          value={value}
          onValueChange={onValueChange}
          required={required}
          className={clsx(inputBox, 'h-9', mono && 'font-mono text-small')}
          {...native}
        />
        {suffix}
      </span>
    </Field>
  )
}
