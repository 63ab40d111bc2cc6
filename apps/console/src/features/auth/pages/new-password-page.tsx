import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { checkNewPassword, type NewPasswordErrors } from '../../../api/session/password-rules.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { forgetRecovery, type Recovery, readRecovery, setPassword } from '../account/recovery.ts'
import { focusInvalid } from '../fields/focus-invalid.ts'
import { NewPasswordFields } from '../fields/new-password-fields.tsx'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import { goTo, Link } from '../navigation.tsx'
import type { LaterPageProps } from './page-props.ts'

/** Sets a new password with the checked code (AUTH-38). Visitors without one start over. */
export function NewPasswordPage(props: LaterPageProps) {
  const [recovery] = useState(readRecovery)
  const hasCode = recovery?.code !== undefined
  useEffect(() => {
    if (!hasCode) goTo('/auth/forgot-password', { replace: true })
  }, [hasCode])
  return recovery && hasCode ? <PasswordForm {...props} recovery={recovery} /> : null
}

function PasswordForm({ onNotice, recovery }: LaterPageProps & { readonly recovery: Recovery }) {
  const { t } = useTexts()
  const [password, setTyped] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<NewPasswordErrors>({})
  const [working, setWorking] = useState(false)
  const [spent, setSpent] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (working) return
    const found = checkNewPassword(password, confirmation)
    setErrors(found)
    onNotice(null)
    if (found.password ?? found.confirmPassword) return focusInvalid(form)
    setWorking(true)
    try {
      await setPassword(recovery, password, openApi)
      forgetRecovery()
      onNotice({ kind: 'success', title: t('authLater.newPassword.done'), text: t('authLater.newPassword.doneText') })
      goTo('/auth/login', { keepQuery: false, replace: true })
    } catch (error) {
      setWorking(false)
      if (error instanceof ApiError) {
        setErrors(error.fields)
        setSpent(error.status === 401)
      }
      onNotice({ kind: 'error', title: messageOf(error) })
    }
  }

  return (
    <Frame title={t('authLater.newPassword.title')} lead={t('authLater.newPassword.lead')}>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <input type="hidden" autoComplete="username" value={recovery.email} readOnly />
        <NewPasswordFields
          label={t('authLater.newPassword.password')}
          password={password}
          onPasswordChange={setTyped}
          confirmation={confirmation}
          onConfirmationChange={setConfirmation}
          errors={errors}
          autoFocus
        />
        <SubmitButton
          label={t('authLater.newPassword.submit')}
          working={working ? t('authLater.newPassword.working') : undefined}
        />
      </form>
      <p className="text-center text-small">
        {spent ? (
          <Link to="/auth/forgot-password">{t('authLater.newPassword.again')}</Link>
        ) : (
          <Link to="/auth/login">{t('authLater.backToLogin')}</Link>
        )}
      </p>
    </Frame>
  )
}
