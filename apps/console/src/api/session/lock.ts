import { emitter } from '../../emitter.ts'
import { rememberOrigin } from '../calls/origin.ts'
import { forgetLock, lockKey, readSession } from './session.ts'

const { emit, subscribe } = emitter()

/** In all tabs of this browser, until the password is entered or the session ends. */
export const isLocked = (): boolean => localStorage.getItem(lockKey) !== null && readSession() !== null

/** Locks all tabs and clears the screen immediately. */
export function lock(): void {
  // Written again, it could undo an unlocking in another tab that has not arrived here yet.
  if (localStorage.getItem(lockKey) === null) localStorage.setItem(lockKey, 'yes')
  emit()
}

export function unlock(): void {
  forgetLock()
  emit()
}

export function goToLock(path?: string): void {
  rememberOrigin(path)
  location.replace('/auth/lock')
}

/** Here, in another tab, or while the page was in the browser's back/forward cache. */
export function onLockChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === lockKey) listener()
  }
  const stop = subscribe(listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', listener)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', listener)
  }
}
