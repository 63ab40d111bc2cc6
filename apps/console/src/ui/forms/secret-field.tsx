import clsx from 'clsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'
import { Field, type FieldProps, inputBox } from './field.tsx'

export interface SecretFieldProps extends FieldProps {
  /** The value to post: the mask, or a replacement. */
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Stands for a stored secret, which the server never sends. */
  readonly mask: string
}

/** A secret that is set or not; it can be replaced, never read. */
export function SecretField({ value, onValueChange, mask, ...field }: SecretFieldProps) {
  const { t } = useTexts()
  const [wasSet] = useState(value === mask)
  const kept = value === mask
  return (
    <Field {...field}>
      {control => (
        <span className="flex items-center gap-2">
          {kept ? (
            // When disabled it only loses its outline, because dimmed text is hard to read.
            <span
              className={clsx(
                'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md border bg-sunken px-3 py-1 text-muted text-small',
                field.disabled ? 'border-transparent' : 'border-line',
              )}
            >
              <KeyRound size={16} />
              {t('settings.secret.set')}
            </span>
          ) : (
            <input
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              name={field.name}
              required={field.required}
              disabled={field.disabled}
              value={value}
              onChange={event => onValueChange(event.target.value)}
              className={clsx(inputBox, 'h-9 font-mono text-small')}
            />
          )}
          {kept && (
            <Button onClick={() => onValueChange('')} disabled={field.disabled}>
              {t('settings.secret.replace')}
            </Button>
          )}
          {!kept && wasSet && <Button onClick={() => onValueChange(mask)}>{t('settings.secret.keep')}</Button>}
        </span>
      )}
    </Field>
  )
}
