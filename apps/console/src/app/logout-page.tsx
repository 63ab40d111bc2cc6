import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveNotice } from '../api/notice.ts'
import { clearSession, readSession } from '../api/session.ts'
import { goToSignIn } from '../api/sign-in-page.ts'
import { send } from '../api/transport.ts'
import { liveWalletToken } from '../api/wallet-token.ts'
import { Spinner } from '../ui/spinner.tsx'
import { revokeToken, revokeWalletToken } from './logout.ts'

let begun = false

async function leave(): Promise<void> {
  const walletDone = revokeWalletToken(liveWalletToken(), send)
  leaveNotice(await revokeToken(readSession()?.token, send))
  await walletDone
  clearSession(true)
  goToSignIn()
}

/** `/logout`: ends the session, once, and goes to the sign-in, whatever the server says. */
export function LogoutPage() {
  const { t } = useTranslation()
  useEffect(() => {
    if (begun) return
    begun = true
    void leave()
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label={t('shell.logout.working')} />
    </main>
  )
}
