import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { type SignInStep, signIn } from '../../../api/session/sign-in.ts'
import { nostrSigner, signerMissingText } from '../../../api/signers/nip07.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { apiInPlace } from '../account/earlier-session.ts'
import { enter } from '../account/enter.ts'
import { checkLogin, type SignUpErrors } from '../account/sign-up.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import { Link } from '../navigation.tsx'
import { DemoLink } from '../notes/demo-link.tsx'
import { ServerNote } from '../notes/server-note.tsx'
import { TwoFactorPage } from '../screens.ts'
import { ServerChoice } from '../server/server-choice.tsx'
import { KeyForm } from '../signers/key-form.tsx'
import type { AuthPageProps } from './page-props.ts'

interface LoginPageProps extends AuthPageProps {
  /** The password of a sign-up that just succeeded: it signs in by itself. */
  readonly fresh: string | undefined
  readonly isSignUpOpen: boolean
}

export function LoginPage(props: LoginPageProps) {
  const { extension, demo, silent, onRetry, onNotice, fresh = '', isSignUpOpen } = props
  const { t } = useTexts()
  const [password, setPassword] = useState(fresh)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [step, setStep] = useState<SignInStep>()
  const [ticket, setTicket] = useState<string>()
  const attempt = useRef(new AbortController())
  const npub = extension.state.pubkey

  const submit = async () => {
    if (step) return
    const found = checkLogin(npub, password)
    setErrors(found)
    const missing = nostrSigner() ? found.npub : signerMissingText
    // Errors at a field are not repeated. The sign-up's message stays beside the sign-in that follows.
    if (missing || password !== fresh) onNotice(missing ? { kind: 'error', title: missing } : null)
    if (missing ?? found.password) return
    attempt.current = new AbortController()
    const { signal } = attempt.current
    try {
      const parts = { client: apiInPlace, extension: nostrSigner(), onStep: setStep, signal }
      const answer = await signIn(npub, password, parts)
      if ('token' in answer) return enter(answer)
      setTicket(answer.ticket)
      setStep(undefined)
    } catch (error) {
      setStep(undefined)
      if (signal.aborted) return
      onNotice({ kind: 'error', title: messageOf(error) })
    }
  }

  const isFresh = useRef(fresh !== '')
  useEffect(() => {
    if (!isFresh.current || !npub) return
    isFresh.current = false
    void submit()
  })

  if (ticket) return <TwoFactorPage ticket={ticket} onNotice={onNotice} onStartAgain={() => setTicket(undefined)} />
  return (
    <Frame title={t('auth.login.title')} lead={t('auth.login.lead')}>
      {silent && <ServerNote onRetry={onRetry} />}
      <KeyForm extension={extension} error={errors.npub} onSubmit={submit}>
        <PasswordField
          size="large"
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
          error={password || !errors.password ? undefined : translateMessage(errors.password)}
        />
        <p className="-mt-2 text-small">
          <Link to="/auth/forgot-password">{t('auth.login.forgot')}</Link>
        </p>
        <SubmitButton label={t('auth.login.submit')} working={step && t(`auth.login.${step}`)} />
        {step === 'signing' && (
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // This button disappears: keeps the focus in the form.
              currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
              attempt.current.abort()
            }}
            className={clsx(textLink, '-my-2 justify-self-center text-small')}
          >
            {t('auth.login.cancel')}
          </button>
        )}
      </KeyForm>
      {isSignUpOpen && (
        <p className="text-center text-muted text-small">
          {t('auth.login.noAccount')} <Link to="/auth/sign-up">{t('auth.login.signUp')}</Link>
        </p>
      )}
      {demo && <DemoLink />}
      <ServerChoice />
    </Frame>
  )
}
