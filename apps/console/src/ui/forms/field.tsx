import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldProps {
  readonly label: ReactNode
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean
  /** One line about its effect. */
  readonly description?: ReactNode
  /** The message; undefined if it is valid. */
  readonly error?: string | undefined
  readonly name?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly className?: string
}

/** What ties a control to the words around it. */
export interface ControlWiring {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': true | undefined
}

/** The wiring of a control whose label has `htmlFor={id}`, help the id `…-help` and error `…-error`. */
export const wireControl = (id: string, { description, error }: FieldProps): ControlWiring => ({
  id,
  'aria-describedby': description ? `${id}-help ${id}-error` : `${id}-error`,
  'aria-invalid': error ? true : undefined,
})

export interface FieldFrameProps extends FieldProps {
  /** Draws the control. */
  readonly children: (control: ControlWiring) => ReactNode
}

export function Field({ children, ...field }: FieldFrameProps) {
  const id = useId()
  return (
    <div className={clsx('grid min-w-0 content-start gap-1', field.className)}>
      <label htmlFor={id} className={field.labelHidden ? 'sr-only' : 'w-fit font-semibold text-small'}>
        {field.label}
      </label>
      {children(wireControl(id, field))}
      {field.description && (
        <p id={`${id}-help`} className="text-caption text-muted">
          {field.description}
        </p>
      )}
      <FieldError id={`${id}-error`} error={field.error} />
    </div>
  )
}

/** What is wrong with a field. Always in the document: only what comes into an element that is there is announced. */
export function FieldError({ id, error }: { readonly id?: string; readonly error: string | undefined }) {
  return (
    <div id={id} role="alert" className="flex items-start gap-1.5 text-bad text-caption empty:hidden">
      {error && (
        <>
          <CircleAlert size={14} className="mt-px" />
          {error}
        </>
      )}
    </div>
  )
}

export const inputBox =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-body text-text placeholder:text-faint transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 disabled:opacity-60 data-disabled:opacity-60 data-invalid:border-bad aria-invalid:border-bad'
