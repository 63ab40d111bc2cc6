import { useEffect } from 'react'
import { leaveNotice } from '../api/notice.ts'
import { clearSession, readSession } from '../api/session.ts'
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
  location.replace('/auth/login')
}

/** `/logout`: ends the session, once, and goes to the sign-in, whatever the server says. */
export function LogoutPage() {
  useEffect(() => {
    if (begun) return
    begun = true
    void leave()
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner />
    </main>
  )
}
