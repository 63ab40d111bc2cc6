import { Field as Base } from '@base-ui/react/field'
import clsx from 'clsx'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface TextAreaProps extends FieldProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly rows?: number
  readonly placeholder?: string
  readonly onBlur?: () => void
}

export function TextArea({ value, onValueChange, rows = 3, placeholder, required, onBlur, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      <Base.Control
        render={<textarea rows={rows} />}
        value={value}
        onValueChange={onValueChange}
        required={required}
        placeholder={placeholder}
        onBlur={onBlur}
        className={clsx(inputBox, 'field-sizing-content max-h-80 min-h-18 py-2')}
      />
    </Field>
  )
}
