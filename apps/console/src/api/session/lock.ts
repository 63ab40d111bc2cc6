import { listeners } from '../../listeners.ts'
import { rememberOrigin } from '../calls/origin.ts'
import { forgetLock, lockKey, readSession } from './session.ts'

const { tell, listen } = listeners()

/** Is the screen locked? For every tab of this browser, until the password is given or the session ends. */
export const isLocked = (): boolean => localStorage.getItem(lockKey) !== null && readSession() !== null

/** Locks every tab. What is behind the lock leaves the screen at once. */
export function lock(): void {
  localStorage.setItem(lockKey, 'yes')
  tell()
}

export function unlock(): void {
  forgetLock()
  tell()
}

/** Goes to the lock, and comes back to `path`, else here, after it. */
export function goToLock(path?: string): void {
  rememberOrigin(path)
  location.replace('/auth/lock')
}

/** Calls back when it may have changed: here, in another tab, or while this page lay in the browser's memory of past ones. */
export function onLockChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === lockKey) listener()
  }
  const stop = listen(listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', listener)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', listener)
  }
}
