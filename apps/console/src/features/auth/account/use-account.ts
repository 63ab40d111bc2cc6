import { useCallback, useEffect, useState } from 'react'
import { type Account, readAccount } from './account.ts'

/** Delay before asking a silent server again. */
const retryMs = 5000

/** The server's account state; undefined until the first answer. Keeps asking while the server is silent. */
export function useAccount(): { readonly account: Account | undefined; readonly retry: () => void } {
  const [account, setAccount] = useState<Account>()
  const ask = useCallback(async () => setAccount(await readAccount()), [])
  useEffect(() => {
    if (account?.answered) return
    const timer = setTimeout(() => void ask(), account === undefined ? 0 : retryMs)
    return () => clearTimeout(timer)
  }, [account, ask])
  return { account, retry: () => void ask() }
}
