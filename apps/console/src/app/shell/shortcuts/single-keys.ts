import { listeners } from '../../../listeners.ts'

const storageKey = 'shortcuts'
const { tell, listen } = listeners()

/** Whether single keys work. They can be turned off on this device (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  tell()
}

/** Calls back when this changes in any tab. Returns a function that unsubscribes. */
export function onSingleKeysChange(listener: () => void): () => void {
  const stop = listen(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
