import { logout } from '@hornets/contract/admin/accounts/auth'
import { logout as walletLogout } from '@hornets/contract/wallet/sign-in'
import { ApiError } from '../../api/calls/api-error.ts'
import type { send } from '../../api/calls/transport.ts'
import { farewell, type Notice } from '../../api/session/notice.ts'

/** Maximum wait for the wallet to revoke a token that expires in minutes anyway. */
const walletPatienceMs = 3000

/** Ends the wallet session too if the wallet answers (WALLET-15). Never throws. */
export async function revokeWalletToken(token: string | null, request: typeof send): Promise<void> {
  if (!token) return
  const { method, path } = walletLogout
  const signal = AbortSignal.timeout(walletPatienceMs)
  await request({ method, path: `/wallet${path}`, token, signal }).catch(() => undefined)
}

/** Returns the message for the user (AUTH-43 to AUTH-47). Never throws: the session here ends anyway. */
export async function revokeToken(token: string | undefined, request: typeof send): Promise<Notice> {
  try {
    if (token) await request({ method: logout.method, path: logout.path, token })
    return farewell
  } catch (error) {
    const answered = error instanceof ApiError && error.status > 0
    return answered
      ? { kind: 'error', title: 'Logout failed on server', text: 'An error occurred during logout.' }
      : { kind: 'error', title: 'An error occurred during logout', text: error instanceof Error ? error.message : '' }
  }
}
