import { listeners } from '../../../listeners.ts'

const storageKey = 'shortcuts'
const { tell, listen } = listeners()

/** May a key alone do something? On this device they can be switched off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  tell()
}

/** Calls back when they are switched, also in another tab. Returns the way to stop. */
export function onSingleKeysChange(listener: () => void): () => void {
  const stop = listen(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
