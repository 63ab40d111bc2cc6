import { type ComponentProps, useId } from 'react'
import { FieldError } from './field-error.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** In English; shown translated and announced. */
  readonly error?: string | undefined
}

export function TextField({ label, value, onValueChange, error, className = '', ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="w-fit font-semibold text-small">
        {label}
      </label>
      <input
        {...input}
        id={id}
        value={value}
        onChange={event => onValueChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        autoCapitalize="off"
        spellCheck={false}
        className={`h-11 w-full rounded-md border border-line-strong bg-surface px-3 transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-bad ${className}`}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
