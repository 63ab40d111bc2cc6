import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Field, type FieldProps, inputBox } from './field.tsx'
import { heights, type TextFieldProps } from './text-field.tsx'

export interface PasswordFieldProps
  extends FieldProps,
    Pick<TextFieldProps, 'value' | 'onValueChange' | 'size' | 'autoFocus'> {
  /** 'off' for what is no password of an account. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField({ value, onValueChange, size = 'medium', ...props }: PasswordFieldProps) {
  const { label, labelHidden, description, error, className, ...input } = props
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, labelHidden, description, error, className }}>
      {control => (
        <span className="relative">
          <input
            {...control}
            {...input}
            value={value}
            type={shown ? 'text' : 'password'}
            onChange={event => onValueChange(event.target.value)}
            autoCapitalize="off"
            spellCheck={false}
            className={clsx(inputBox, heights[size], 'pr-11!')}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
            className={clsx(
              'absolute right-1 grid w-9 place-items-center rounded-sm text-muted hover:text-text',
              size === 'large' ? 'top-1 h-9' : 'top-0.5 h-8',
            )}
          >
            <Icon size={18} />
          </button>
        </span>
      )}
    </Field>
  )
}
