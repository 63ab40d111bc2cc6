import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps, inputBox } from './field.tsx'

type Native = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'required' | 'name' | 'disabled' | 'className' | 'id' | 'size'
>

export interface TextFieldProps extends FieldProps, Native {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** After the input, e.g. a unit or a button. */
  readonly suffix?: ReactNode
  /** Keys, ids and addresses use the monospaced font. */
  readonly mono?: boolean
  /** `large` fits a finger, where typing is all that a screen is for. */
  readonly size?: 'medium' | 'large'
}

export function TextField({ value, onValueChange, suffix, mono, size = 'medium', ...props }: TextFieldProps) {
  const { label, labelHidden, description, error, name, required, disabled, className, ...native } = props
  return (
    <Field {...{ label, labelHidden, description, error, className }}>
      {control => (
        <span className="flex items-center gap-2">
          <input
            {...control}
            {...{ name, required, disabled, value }}
            onChange={event => onValueChange(event.target.value)}
            className={clsx(inputBox, heights[size], mono && 'font-mono text-small')}
            {...native}
          />
          {suffix}
        </span>
      )}
    </Field>
  )
}

/** Of text-like controls, by size. */
export const heights = { medium: 'h-9', large: 'h-11' } as const
