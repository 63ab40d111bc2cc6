import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { nostrExtension } from '../../api/nip07.ts'
import { leaveNotice, type Notice } from '../../api/notice.ts'
import { saveSession, takeOrigin } from '../../api/session.ts'
import { send } from '../../api/transport.ts'
import { ExtensionNote } from './extension-note.tsx'
import { Frame } from './frame.tsx'
import { Link } from './navigation.tsx'
import { PasswordField } from './password-field.tsx'
import { ServerNote } from './server-note.tsx'
import { type SignInStep, signIn } from './sign-in.ts'
import { checkLogin, type SignUpErrors } from './sign-up.ts'
import { SubmitButton } from './submit-button.tsx'
import { useTexts } from './texts.ts'
import type { Extension } from './use-extension.ts'

export interface AuthPageProps {
  readonly extension: Extension
  /** The server gave no answer yet. */
  readonly silent: boolean
  readonly onRetry: () => void
  readonly onNotice: (notice: Notice | null) => void
}

export function LoginPage({ extension, silent, onRetry, onNotice }: AuthPageProps) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [step, setStep] = useState<SignInStep>()
  const npub = extension.state.pubkey

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (step) return
    const found = checkLogin(npub, password)
    setErrors(found)
    const missing = nostrExtension() ? found.npub : 'Nostr extension is not available'
    const first = missing ?? found.password
    onNotice(first ? { kind: 'error', title: first } : null)
    if (first) return
    try {
      saveSession(await signIn(npub, password, { request: send, extension: nostrExtension(), onStep: setStep }))
      leaveNotice({ kind: 'success', title: 'Login successful', text: 'You have successfully logged in!' })
      location.replace(takeOrigin())
    } catch (error) {
      setStep(undefined)
      onNotice({ kind: 'error', title: messageOf(error) })
    }
  }

  return (
    <Frame title={t('auth.login.title')} lead={t('auth.login.lead')}>
      {silent && <ServerNote onRetry={onRetry} />}
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <input type="hidden" name="npub" value={npub} />
        <ExtensionNote extension={extension} error={npub ? undefined : errors.npub} />
        <PasswordField
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
          error={password ? undefined : errors.password}
        />
        <SubmitButton label={t('auth.login.submit')} working={step && t(`auth.login.${step}`)} />
      </form>
      <p className="text-center text-muted text-small">
        {t('auth.login.noAccount')} <Link to="/auth/sign-up">{t('auth.login.signUp')}</Link>
      </p>
    </Frame>
  )
}
