import { useEffect } from 'react'
import { send } from '../../api/calls/transport.ts'
import { liveWalletToken } from '../../api/calls/wallet/wallet-token.ts'
import { leaveNotice } from '../../api/session/notice.ts'
import { clearSession, readSession } from '../../api/session/session.ts'
import { goToSignIn } from '../../api/session/sign-in-page.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Spinner } from '../../ui/states/spinner.tsx'
import { revokeToken, revokeWalletToken } from './logout.ts'

let begun = false

async function leave(): Promise<void> {
  const walletDone = revokeWalletToken(liveWalletToken(), send)
  leaveNotice(await revokeToken(readSession()?.token, send))
  await walletDone
  clearSession(true)
  goToSignIn()
}

export function LogoutPage() {
  const { t } = useTexts()
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
