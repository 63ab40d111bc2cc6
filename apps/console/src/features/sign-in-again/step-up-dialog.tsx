import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { confirmPassword } from '@hornets/contract/admin/accounts/account'
import { messages } from '@hornets/contract/messages'
import clsx from 'clsx'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { ApiError, messageOf } from '../../api/calls/api-error.ts'
import type { PendingStepUp } from '../../api/session/step-up.ts'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { backdrop, dialogActions, dialogBox } from '../../ui/overlays/dialog-box.ts'
import { useFocusReturn } from '../../ui/overlays/use-focus-return.ts'
import { useOwnEscape } from '../../ui/overlays/use-own-escape.ts'
import { Alert } from '../../ui/states/alert.tsx'

export interface StepUpDialogProps {
  readonly pending: PendingStepUp
}

/** Asks for the password, says why, and lets the waiting calls continue once it is right. */
export function StepUpDialog({ pending: { reason, answer } }: StepUpDialogProps) {
  const { t } = useTexts()
  const { password, error, failure, working, type, check } = usePasswordCheck(() => answer(true))
  useOwnEscape(true, () => answer(false))
  useFocusReturn()
  const submit = (event: FormEvent) => {
    // Must not submit a form further up.
    event.preventDefault()
    event.stopPropagation()
    void check()
  }
  return (
    <Base.Root open onOpenChange={open => !open && answer(false)}>
      <Base.Portal>
        {/* The call may come from a dialog: this one is above it and its backdrop. */}
        <Base.Backdrop className={clsx(backdrop, 'z-60')} />
        <Base.Popup className={clsx(dialogBox, 'z-70 sm:max-w-100')}>
          <Base.Title className="font-semibold text-title">{t('session.stepUp.title')}</Base.Title>
          <Base.Description className="mt-1 text-muted">
            {t('session.stepUp.lead', { what: t(`session.stepUp.what.${reason}`) })}
          </Base.Description>
          <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-3">
            {failure && <Alert kind="error" title={translateMessage(failure)} />}
            <TextField
              type="password"
              name="password"
              autoComplete="current-password"
              autoFocus
              label={t('session.stepUp.password')}
              value={password}
              onValueChange={type}
              error={error && translateMessage(error)}
            />
            <div className={dialogActions}>
              <Button onClick={() => answer(false)}>{t('ui.cancel')}</Button>
              <Button variant="primary" type="submit" loading={working}>
                {t('session.stepUp.confirm')}
              </Button>
            </div>
          </form>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The password as typed, and whether the relay takes it. */
function usePasswordCheck(onRight: () => void) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [working, setWorking] = useState(false)

  async function check(): Promise<void> {
    if (working) return
    setError(password ? undefined : messages.passwordRequired)
    setFailure(undefined)
    if (!password) return
    setWorking(true)
    try {
      await api.call(confirmPassword, { body: { password } })
      onRight()
    } catch (error) {
      setWorking(false)
      const wrong = error instanceof ApiError ? error.fields.password : undefined
      setError(wrong)
      if (wrong) setPassword('')
      else setFailure(messageOf(error))
    }
  }
  const type = (value: string) => {
    setPassword(value)
    setError(undefined)
  }
  return { password, error, failure, working, type, check }
}
