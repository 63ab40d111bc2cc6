import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { goToLock, isLocked, onLockChange } from '../../api/session/lock.ts'
import { keepEdits, leaveUnasked } from '../../page-end.ts'

/** While the screen is locked, no tab renders anything of the console, and this document goes to the lock. */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const locked = useSyncExternalStore(followLock, isLocked) && !isWayOut()
  useEffect(() => {
    if (locked) goToLock()
  }, [locked])
  return locked ? null : children
}

/** Edits are stored before their form disappears. */
function followLock(listener: () => void): () => void {
  return onLockChange(() => {
    if (isLocked()) {
      keepEdits()
      leaveUnasked()
    }
    listener()
  })
}

/** Logging out is possible from the lock; `/lock` is handled by its route. */
const isWayOut = () => ['/logout', '/lock'].includes(location.pathname)
