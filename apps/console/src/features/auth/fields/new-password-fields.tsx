import { useTexts } from '../../../i18n/texts.ts'
import type { SignUpErrors } from '../account/sign-up.ts'
import { PasswordField } from './password-field.tsx'
import { RuleHints } from './rule-hints.tsx'

interface NewPasswordFieldsProps {
  readonly label: string
  readonly password: string
  readonly onPasswordChange: (password: string) => void
  readonly confirmation: string
  readonly onConfirmationChange: (confirmation: string) => void
  readonly errors: SignUpErrors
  readonly autoFocus?: boolean
}

/** A new password with its rules, and its confirmation. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, password, onPasswordChange, confirmation, onConfirmationChange, errors, autoFocus } = props
  const { t } = useTexts()
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        value={password}
        onValueChange={onPasswordChange}
        error={errors.password}
        autoFocus={autoFocus}
      >
        <RuleHints password={password} />
      </PasswordField>
      <PasswordField
        name="confirmPassword"
        label={t('auth.signup.confirm')}
        autoComplete="new-password"
        value={confirmation}
        onValueChange={onConfirmationChange}
        error={errors.confirmPassword}
      />
    </>
  )
}
