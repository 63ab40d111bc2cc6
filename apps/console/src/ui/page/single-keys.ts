import { emitter } from '../../emitter.ts'

const storageKey = 'shortcuts'
const { emit, subscribe } = emitter()

/** Whether single keys work. They can be turned off on this device (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  emit()
}

/** Calls back when this changes in any tab. Returns a function that unsubscribes. */
export function onSingleKeysChange(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

/** Whether letters are typed here or select options: then they are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  const owners = 'input, textarea, select, [contenteditable], [role=combobox], [role=menu], [role=listbox]'
  return target instanceof Element && target.closest(owners) !== null
}

export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
