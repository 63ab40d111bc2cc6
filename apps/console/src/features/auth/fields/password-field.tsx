import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { EyeIcon, EyeOffIcon } from '../icons.tsx'
import { FieldError } from './field-error.tsx'

export interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  /** In English; shown translated and announced. */
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  readonly children?: ReactNode
}

export function PasswordField({ label, error, onValueChange, children, ...input }: PasswordFieldProps) {
  const { t } = useTexts()
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="w-fit font-semibold text-small">
        {label}
      </label>
      <span className="relative">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          onChange={event => onValueChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-help`}
          autoCapitalize="off"
          spellCheck={false}
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-11 pl-3 transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-bad"
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? t('auth.hidePassword') : t('auth.showPassword')}
          className="absolute top-1 right-1 grid size-9 place-items-center rounded-sm text-muted hover:text-text"
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      </span>
      <FieldError id={`${id}-error`} error={error} />
      <span id={`${id}-help`} className="empty:hidden">
        {children}
      </span>
    </div>
  )
}
