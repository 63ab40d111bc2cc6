import { useCallback, useEffect, useState } from 'react'
import { type Account, readAccount } from './account.ts'

/** How long to wait before a server that gave no answer is asked again. */
const retryMs = 5000

/** The state of the account on the server; undefined until the first answer. Asks on while the server is silent. */
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
