import { type NewPasswordErrors, passwordRules } from '../../../api/session/password-rules.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { RuleHints } from '../../../ui/forms/rule-hints.tsx'

interface NewPasswordFieldsProps {
  readonly label: string
  readonly password: string
  readonly onPasswordChange: (password: string) => void
  readonly confirmation: string
  readonly onConfirmationChange: (confirmation: string) => void
  readonly errors: NewPasswordErrors
  readonly autoFocus?: boolean
}

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
        error={errors.password && translateMessage(errors.password)}
        autoFocus={autoFocus}
        description={<RuleHints rules={passwordRules} typed={password} />}
        size="large"
      />
      <PasswordField
        name="confirmPassword"
        label={t('auth.signup.confirm')}
        autoComplete="new-password"
        value={confirmation}
        onValueChange={onConfirmationChange}
        error={errors.confirmPassword && translateMessage(errors.confirmPassword)}
        size="large"
      />
    </>
  )
}
