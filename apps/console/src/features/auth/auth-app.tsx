import { messages } from '@hornets/contract/messages'
import { useEffect, useState } from 'react'
import { type Notice, takeNotice } from '../../api/notice.ts'
import { redirectFor } from './guard.ts'
import { LoginPage } from './login-page.tsx'
import { goTo, useAuthPath } from './navigation.tsx'
import { Notification } from './notification.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import { useTexts } from './texts.ts'
import { useAccount } from './use-account.ts'
import { useExtension } from './use-extension.ts'

// Read once and outside React: a notice is taken away by reading it.
const left = takeNotice()

export function AuthApp() {
  const { t } = useTexts()
  const path = useAuthPath()
  const extension = useExtension()
  const { account, retry } = useAccount()
  const [notice, setNotice] = useState<Notice | null>(left)
  const [claimed, setClaimed] = useState(false)
  const setupToken = new URLSearchParams(location.search).get('setup') ?? undefined
  // The answer about the account is older than a sign-up that has just succeeded.
  const redirect = claimed ? undefined : redirectFor(path, account, setupToken)

  useEffect(() => {
    if (!redirect) return
    if (redirect.closed) setNotice({ kind: 'info', title: messages.signupClosed })
    goTo(redirect.to, { replace: true, keepQuery: !redirect.closed })
  }, [redirect])

  const title = path === '/auth/sign-up' ? t('auth.signup.title') : t('auth.login.title')
  useEffect(() => {
    document.title = `${title} · ${t('auth.brand')}`
  }, [title, t])

  const page = {
    extension,
    silent: account?.answered === false,
    onRetry: retry,
    onNotice: (next: Notice | null) => {
      setNotice(next)
      if (next?.kind === 'success') setClaimed(true)
    },
  }
  return (
    <>
      <Notification notice={notice} onDismiss={() => setNotice(null)} />
      {path === '/auth/sign-up' ? (
        <SignUpPage {...page} setupToken={setupToken} setupTokenRequired={account?.setupTokenRequired ?? false} />
      ) : (
        <LoginPage {...page} />
      )}
    </>
  )
}
