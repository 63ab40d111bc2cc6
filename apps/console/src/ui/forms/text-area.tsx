import clsx from 'clsx'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface TextAreaProps extends FieldProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly rows?: number
  readonly placeholder?: string
  readonly onBlur?: () => void
}

export function TextArea(props: TextAreaProps) {
  const { value, onValueChange, rows = 3, placeholder, required, onBlur, name, disabled, ...field } = props
  return (
    <Field {...field}>
      {control => (
        <textarea
          {...control}
          {...{ name, required, disabled, rows, placeholder, onBlur, value }}
          onChange={event => onValueChange(event.target.value)}
          className={clsx(inputBox, 'field-sizing-content max-h-80 min-h-18 py-2')}
        />
      )}
    </Field>
  )
}
