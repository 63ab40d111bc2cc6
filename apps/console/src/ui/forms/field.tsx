import { Field as Base } from '@base-ui/react/field'
import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FieldProps {
  readonly label: ReactNode
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean
  /** One line about its effect. */
  readonly description?: ReactNode
  /** The message; undefined if it is valid. */
  readonly error?: string
  readonly name?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly className?: string
}

/** Label, control, help and error of one input, connected for screen readers. */
export function Field({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  return (
    <Base.Root
      name={field.name}
      disabled={field.disabled}
      invalid={Boolean(field.error)}
      className={clsx('grid min-w-0 content-start gap-1', field.className)}
    >
      <Base.Label className={clsx('w-fit font-semibold text-small', field.labelHidden && 'sr-only')}>
        {field.label}
      </Base.Label>
      {children}
      {field.description && (
        <Base.Description className="text-caption text-muted">{field.description}</Base.Description>
      )}
      <FieldError error={field.error} />
    </Base.Root>
  )
}

/** A field's error, announced when it appears. Must be inside a Base UI Field. */
export function FieldError({ error }: { readonly error?: string }) {
  return (
    <Base.Error match={Boolean(error)} className="flex items-start gap-1.5 text-bad text-caption" role="alert">
      <CircleAlert size={14} className="mt-px" />
      {error}
    </Base.Error>
  )
}

export const inputBox =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-body text-text placeholder:text-faint transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 disabled:opacity-60 data-disabled:opacity-60 data-invalid:border-bad aria-invalid:border-bad'
