import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { goToLock, isLocked, onLockChange } from '../api/session/lock.ts'
import { keepEdits, leaveUnasked } from '../page-end.ts'

/** While the screen is locked nothing of the console is drawn, in any tab, and this document is left for the lock. */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const locked = useSyncExternalStore(followLock, isLocked) && !isWayOut()
  useEffect(() => {
    if (locked) goToLock()
  }, [locked])
  return locked ? null : children
}

/** Edits are written down before their form is gone. */
function followLock(listener: () => void): () => void {
  return onLockChange(() => {
    if (isLocked()) {
      keepEdits()
      leaveUnasked()
    }
    listener()
  })
}

/** Logging out is open from the lock, too; `/lock` itself has been left by its route. */
const isWayOut = () => ['/logout', '/lock'].includes(location.pathname)
