import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { messages } from '@hornets/contract/messages'
import clsx from 'clsx'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/calls/api-error.ts'
import { openApi } from '../../api/calls/open-api.ts'
import type { Session } from '../../api/session/session.ts'
import { type SignInStep, signIn, signInWithCode } from '../../api/session/sign-in.ts'
import { continueWith, type PendingSignIn } from '../../api/session/sign-in-again.ts'
import { nostrSigner } from '../../api/signers/nip07.ts'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { backdrop, dialogActions, dialogBox } from '../../ui/overlays/dialog-box.ts'
import { useFocusReturn } from '../../ui/overlays/use-focus-return.ts'
import { useOwnEscape } from '../../ui/overlays/use-own-escape.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { nameOf } from '../../ui/text/account-name.ts'

export interface SignInDialogProps {
  readonly pending: PendingSignIn
}

const nothing = () => {}

/** Signs the same account in again over a page whose session has ended, so that nothing entered there is lost. */
export function SignInDialog({ pending: { user, answer } }: SignInDialogProps) {
  const { t } = useTexts()
  const { ticket, typed, error, failure, step, type, submit } = useSignInAgain(user, () => answer(true))
  // Escape would end the session with all that is unsaved.
  useOwnEscape(true, nothing)
  useFocusReturn()
  return (
    <Base.Root open>
      <Base.Portal>
        {/* The page was of a session that is over: it cannot be read until the sign-in. */}
        <Base.Backdrop className={clsx(backdrop, 'z-80 backdrop-blur-lg')} />
        <Base.Popup className={clsx(dialogBox, 'z-90 sm:max-w-100')}>
          <Base.Title className="font-semibold text-title">{t('session.signInAgain.title')}</Base.Title>
          <Base.Description className="mt-1 text-muted">
            {t('session.signInAgain.lead', { name: nameOf(user) })}
          </Base.Description>
          <form noValidate onSubmit={event => void submit(event)} className="mt-4 flex flex-col gap-3">
            {failure && <Alert kind="error" title={translateMessage(failure)} />}
            <TextField
              key={ticket}
              type={ticket === undefined ? 'password' : 'text'}
              name={ticket === undefined ? 'password' : 'code'}
              autoComplete={ticket === undefined ? 'current-password' : 'one-time-code'}
              autoFocus
              label={t(ticket === undefined ? 'session.stepUp.password' : 'session.signInAgain.code')}
              value={typed}
              onValueChange={type}
              error={error && translateMessage(error)}
            />
            <p role="status" className="text-muted text-small empty:hidden">
              {step && t(`session.signInAgain.${step}`)}
            </p>
            <div className={dialogActions}>
              <Button onClick={() => answer(false)}>{t('session.signInAgain.logOut')}</Button>
              <Button variant="primary" type="submit" loading={step !== undefined}>
                {t('session.signInAgain.submit')}
              </Button>
            </div>
          </form>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Password, then the code if the account has a second factor. */
function useSignInAgain(user: PendingSignIn['user'], onSignedIn: () => void) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [step, setStep] = useState<SignInStep>()
  const typed = ticket === undefined ? password : code

  function take(session: Session): void {
    if (continueWith(session)) onSignedIn()
    else setFailure('This is another account. Please log out first.')
  }

  async function attempt(): Promise<void> {
    if (ticket !== undefined) return take(await signInWithCode(ticket, code.trim(), openApi))
    const parts = { client: openApi, extension: nostrSigner(), onStep: setStep }
    const answered = await signIn(user.npub, password, parts)
    if ('ticket' in answered) setTicket(answered.ticket)
    else take(answered)
  }

  async function submit(event: FormEvent): Promise<void> {
    // Must not submit a form further up.
    event.preventDefault()
    event.stopPropagation()
    if (step) return
    setFailure(undefined)
    setError(typed ? undefined : ticket === undefined ? messages.passwordRequired : messages.codeRequired)
    if (!typed) return
    setStep('checking')
    try {
      await attempt()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setStep(undefined)
    }
  }

  function type(value: string): void {
    if (ticket === undefined) setPassword(value)
    else setCode(value)
    setError(undefined)
  }
  return { ticket, typed, error, failure, step, type, submit }
}
