import { walletTokenGivenKey, walletTokenKey } from './session.ts'

/** So long the wallet takes a token that it has given (wallet/sign-in of the contract), ms. */
const goodForMs = 15 * 60_000

/** The wallet's token of this device (WALLET-15). It may have expired. */
export const readWalletToken = (): string | null => localStorage.getItem(walletTokenKey)

export function keepWalletToken(token: string | null): void {
  if (token === null) localStorage.removeItem(walletTokenKey)
  else {
    localStorage.setItem(walletTokenKey, token)
    localStorage.setItem(walletTokenGivenKey, String(Date.now()))
  }
}

/** The token while the wallet still takes it: to end one that has ended by itself would only be refused. */
export function liveWalletToken(now = Date.now()): string | null {
  const givenAt = Number(localStorage.getItem(walletTokenGivenKey))
  return givenAt > 0 && now - givenAt >= goodForMs ? null : readWalletToken()
}
