import { useState, useSyncExternalStore } from 'react'
import { emitter } from '../../../emitter.ts'
import { type Account, readAccount } from './account.ts'

/** Delay before asking a silent server again. */
const retryMs = 5000

/** The server's account state; undefined until the first answer. Keeps asking while the server is silent. */
export function useAccount(): { readonly account: Account | undefined; readonly retry: () => void } {
  const [{ get, subscribe, retry }] = useState(() => followAccount(readAccount))
  return { account: useSyncExternalStore(subscribe, get), retry }
}

/** Until the server answers; `retry` asks at once. `read` never fails. */
export function followAccount(read: () => Promise<Account>) {
  let account: Account | undefined
  let isFollowed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    account = await read()
    clearTimeout(timer)
    if (isFollowed && !account.answered) timer = setTimeout(ask, retryMs)
    emit()
  }
  const { emit, subscribe } = emitter(() => {
    isFollowed = true
    // With a delay, so that a page that is shown twice at once asks once (React's strict mode).
    if (!account?.answered) timer = setTimeout(ask, 0)
    return () => {
      isFollowed = false
      clearTimeout(timer)
    }
  })
  return { get: () => account, subscribe, retry: () => void ask() }
}
