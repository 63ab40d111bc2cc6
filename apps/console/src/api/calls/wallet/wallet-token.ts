import { walletTokenMs } from '@hornets/contract/wallet/token'
import { walletTokenGivenKey, walletTokenKey } from '../../session/session.ts'

/** The wallet's token on this device (WALLET-15). It may have expired. */
export const readWalletToken = (): string | null => localStorage.getItem(walletTokenKey)

export function keepWalletToken(token: string | null): void {
  if (token === null) localStorage.removeItem(walletTokenKey)
  else {
    localStorage.setItem(walletTokenKey, token)
    localStorage.setItem(walletTokenGivenKey, String(Date.now()))
  }
}

/** The token while it is still valid: revoking an expired one would be refused. */
export function liveWalletToken(now = Date.now()): string | null {
  const givenAt = Number(localStorage.getItem(walletTokenGivenKey))
  return givenAt > 0 && now - givenAt >= walletTokenMs ? null : readWalletToken()
}
