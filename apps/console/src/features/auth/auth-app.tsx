import { messages } from '@hornets/contract/messages'
import { useEffect, useState } from 'react'
import { isLocked } from '../../api/session/lock.ts'
import { type Notice, takeNotice } from '../../api/session/notice.ts'
import { useAccount } from './account/use-account.ts'
import { RelayName } from './frame.tsx'
import { redirectFor } from './guard.ts'
import { goTo, useAuthPath } from './navigation.tsx'
import { Notification } from './notes/notification.tsx'
import { LoginPage } from './pages/login-page.tsx'
import { ForgotPage, LockPage, NewPasswordPage, SecurityCodePage, SignUpPage } from './screens.ts'
import { useExtension } from './signers/use-extension.ts'

// Read once and outside React, because reading removes it.
const left = takeNotice()

export function AuthApp() {
  const asked = useAuthPath()
  // A locked screen shows the lock at every address.
  const path = isLocked() ? '/auth/lock' : asked
  const extension = useExtension(path === '/auth/login' || path === '/auth/sign-up')
  const { account, retry } = useAccount()
  const [notice, setNotice] = useState<Notice | null>(left)
  /** The password of a sign-up that just succeeded. */
  const [fresh, setFresh] = useState<string>()
  const query = new URLSearchParams(location.search)
  const setupToken = query.get('setup') ?? undefined
  const invitation = query.get('invitation') ?? undefined
  // The account's state is older than the sign-up that just succeeded.
  const redirect = fresh !== undefined ? undefined : redirectFor(path, account, setupToken, invitation)

  useEffect(() => {
    if (!redirect) return
    if (redirect.closed) setNotice({ kind: 'info', title: messages.signupClosed })
    goTo(redirect.to, { replace: true, keepQuery: !redirect.closed })
  }, [redirect])

  const demo = account?.demo ?? false
  const isSignUpOpen = fresh === undefined && (!account?.answered || account.allowSignup)
  const page = { silent: account?.answered === false, onRetry: retry, onNotice: setNotice }
  return (
    <RelayName value={account?.name}>
      <Notification notice={notice} onDismiss={() => setNotice(null)} />
      {path === '/auth/login' && (
        <LoginPage {...page} extension={extension} demo={demo} fresh={fresh} isSignUpOpen={isSignUpOpen} />
      )}
      {path === '/auth/sign-up' && (
        <SignUpPage
          {...page}
          extension={extension}
          demo={demo}
          onSignedUp={setFresh}
          setupToken={setupToken}
          setupTokenRequired={account?.setupTokenRequired ?? false}
          invitation={invitation}
          canRestore={account?.restore ?? false}
        />
      )}
      {path === '/auth/lock' && <LockPage onNotice={setNotice} />}
      {path === '/auth/forgot-password' && <ForgotPage {...page} recovery={account?.recovery} />}
      {path === '/auth/security-code' && <SecurityCodePage {...page} />}
      {path === '/auth/new-password' && <NewPasswordPage {...page} />}
    </RelayName>
  )
}
