import { messages } from '@hornets/contract/messages'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { nostrSigner, signerMissingText } from '../../../api/signers/nip07.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { checkSignUp, type SignUpErrors, type SignUpPass, signUp } from '../account/sign-up.ts'
import { NewPasswordFields } from '../fields/new-password-fields.tsx'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import { goTo, Link } from '../navigation.tsx'
import { DemoLink } from '../notes/demo-link.tsx'
import { InvitationNote } from '../notes/invitation-note.tsx'
import { ServerNote } from '../notes/server-note.tsx'
import { SignedInNote } from '../notes/signed-in-note.tsx'
import { KeyForm } from '../signers/key-form.tsx'
import type { AuthPageProps } from './page-props.ts'
import { RestorePanel } from './restore-panel.tsx'

export interface SignUpPageProps extends AuthPageProps, SignUpPass {
  readonly setupTokenRequired: boolean
  /** Whether a backup can be restored here instead. */
  readonly canRestore: boolean
  readonly onSignedUp: (password: string) => void
}

export function SignUpPage(props: SignUpPageProps) {
  const { extension, demo, silent, onRetry, onNotice, setupToken, setupTokenRequired, invitation, onSignedUp } = props
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [working, setWorking] = useState(false)
  const npub = extension.state.pubkey
  const tokenMissing = setupTokenRequired && !setupToken && !invitation ? messages.setupTokenRequired : undefined
  const workingText = invitation ? t('authLater.invitation.working') : t('auth.signup.working')

  const submit = async () => {
    if (working) return
    const found = checkSignUp(npub, password, confirmation)
    setErrors(found)
    const missing = nostrSigner() ? found.npub : signerMissingText
    const invalid = found.password ?? found.confirmPassword
    const notice = missing ?? (invalid ? undefined : tokenMissing)
    // Errors at a field are not repeated here.
    onNotice(notice ? { kind: 'error', title: notice } : null)
    if (notice ?? invalid) return
    setWorking(true)
    try {
      await signUp(npub, password, { setupToken, invitation }, openApi)
      onNotice({ kind: 'success', title: 'Sign-up successful', text: 'You have successfully signed up!' })
      onSignedUp(password)
      goTo('/auth/login', { keepQuery: false })
    } catch (error) {
      setWorking(false)
      if (error instanceof ApiError) setErrors(error.fields)
      onNotice({ kind: 'error', title: messageOf(error) })
    }
  }

  return (
    <Frame
      title={invitation ? t('authLater.invitation.title') : t('auth.signup.title')}
      lead={invitation ? t('authLater.invitation.lead') : t('auth.signup.lead')}
    >
      {silent && <ServerNote onRetry={onRetry} />}
      {tokenMissing && (
        <p role="note" className="rounded-md border border-line bg-sunken px-3 py-2.5 text-small">
          {translateMessage(tokenMissing)}
        </p>
      )}
      {invitation && <SignedInNote />}
      {invitation && <InvitationNote invitation={invitation} />}
      <KeyForm extension={extension} error={errors.npub} onSubmit={submit}>
        <NewPasswordFields
          label={t('auth.password')}
          password={password}
          onPasswordChange={setPassword}
          confirmation={confirmation}
          onConfirmationChange={setConfirmation}
          errors={errors}
        />
        <SubmitButton label={t('auth.signup.submit')} working={working ? workingText : undefined} />
        <p className="text-caption text-muted">{t('auth.signup.terms')}</p>
      </KeyForm>
      {props.canRestore && setupToken && !invitation && <RestorePanel setupToken={setupToken} onNotice={onNotice} />}
      <p className="text-center text-muted text-small">
        {t('auth.signup.haveAccount')} <Link to="/auth/login">{t('auth.signup.signIn')}</Link>
      </p>
      {demo && <DemoLink setupToken={setupToken} />}
    </Frame>
  )
}
