import { useEffect, useState } from 'react'
import { isLocked } from '../../api/session/lock.ts'
import { type Notice, takeNotice } from '../../api/session/notice.ts'
import { redirectFor } from './guard.ts'
import { laterScreen } from './later-screen.ts'
import { LoginPage } from './login-page.tsx'
import { goTo, useAuthPath } from './navigation.tsx'
import { Notification } from './notification.tsx'
import { useAccount } from './use-account.ts'
import { useExtension } from './use-extension.ts'
import { words } from './words.ts'

const SignUpPage = laterScreen(async () => (await import('./sign-up-page.tsx')).SignUpPage)
const ForgotPage = laterScreen(async () => (await import('./forgot-page.tsx')).ForgotPage)
const SecurityCodePage = laterScreen(async () => (await import('./security-code-page.tsx')).SecurityCodePage)
const LockPage = laterScreen(async () => (await import('./lock-page.tsx')).LockPage)
const NewPasswordPage = laterScreen(async () => (await import('./new-password-page.tsx')).NewPasswordPage)

// Read once and outside React: a notice is taken away by reading it.
const left = takeNotice()

export function AuthApp() {
  const asked = useAuthPath()
  // Whatever address is tried, a locked screen shows the lock.
  const path = isLocked() ? '/auth/lock' : asked
  const extension = useExtension(path === '/auth/login' || path === '/auth/sign-up')
  const { account, retry } = useAccount()
  const [notice, setNotice] = useState<Notice | null>(left)
  const [claimed, setClaimed] = useState(false)
  const query = new URLSearchParams(location.search)
  const setupToken = query.get('setup') ?? undefined
  const invitation = query.get('invitation') ?? undefined
  // The answer about the account is older than a sign-up that has just succeeded.
  const redirect = claimed ? undefined : redirectFor(path, account, setupToken, invitation)

  useEffect(() => {
    if (!redirect) return
    if (redirect.closed) setNotice({ kind: 'info', title: words.signupClosed })
    goTo(redirect.to, { replace: true, keepQuery: !redirect.closed })
  }, [redirect])

  const demo = account?.demo ?? false
  const page = { silent: account?.answered === false, onRetry: retry, onNotice: setNotice }
  return (
    <>
      <Notification notice={notice} onDismiss={() => setNotice(null)} />
      {path === '/auth/login' && <LoginPage {...page} extension={extension} demo={demo} />}
      {path === '/auth/sign-up' && (
        <SignUpPage
          {...page}
          extension={extension}
          demo={demo}
          onSignedUp={() => setClaimed(true)}
          setupToken={setupToken}
          setupTokenRequired={account?.setupTokenRequired ?? false}
          invitation={invitation}
        />
      )}
      {path === '/auth/lock' && <LockPage onNotice={setNotice} />}
      {path === '/auth/forgot-password' && <ForgotPage {...page} recovery={account?.recovery} />}
      {path === '/auth/security-code' && <SecurityCodePage {...page} />}
      {path === '/auth/new-password' && <NewPasswordPage {...page} />}
    </>
  )
}
