import { changePassword } from '@hornets/contract/admin/accounts/account'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { passwordRules } from '../../../api/session/password-rules.ts'
import { readSession } from '../../../api/session/session.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { RuleHints } from '../../../ui/forms/rule-hints.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { profileQueries } from '../profile-queries.ts'
import { checkPasswordChange, type PasswordChange } from './password-change.ts'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }
const fields = ['currentPassword', 'password', 'confirmPassword'] as const

export function PasswordCard() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(empty)
  const [errors, setErrors] = useState<Partial<PasswordChange>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = checkPasswordChange(draft)
    setErrors(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { endedSessions } = await api.call(changePassword, { body: draft })
      setDraft(empty)
      toast.success(t('profile.password.changed'), { text: t('profile.password.ended', { count: endedSessions }) })
      void queryClient.invalidateQueries({ queryKey: profileQueries.sessions.queryKey })
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else setFailure(formFailureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={t('profile.password.title')} description={t('profile.password.description')}>
      <form noValidate onSubmit={event => void submit(event)} className="mt-3 grid max-w-100 gap-4">
        {failure && <Alert kind="error">{failure}</Alert>}
        {/* For password managers: the user name. */}
        <input hidden readOnly autoComplete="username" value={readSession()?.user.npub ?? ''} />
        {fields.map(field => (
          <PasswordField
            key={field}
            name={field}
            label={t(`profile.password.${field}`)}
            value={draft[field]}
            onValueChange={value => {
              setDraft({ ...draft, [field]: value })
              setErrors({ ...errors, [field]: undefined })
            }}
            error={errors[field] && translateMessage(errors[field])}
            autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
            description={field === 'password' && <RuleHints rules={passwordRules} typed={draft.password} />}
          />
        ))}
        <Button type="submit" variant="primary" loading={busy} className="w-fit">
          {t('profile.password.submit')}
        </Button>
      </form>
    </Card>
  )
}
