import { useSyncExternalStore } from 'react'
import { isAtWork, onWorkChange } from '../../at-work.ts'

const workerPath = '/service-worker.js'
/** How often a console that stays open asks whether there is a new one, ms. */
const checkEveryMs = 60 * 60_000
/** So long nothing may be under way before the page reloads by itself after it was held, ms: what was done can be read. */
const calmMs = 2000

let isReady = false
const listeners = new Set<() => void>()

/** Registers the service worker and reloads the page when a new one takes over: at once, or as soon as nothing is under way. */
export async function startUpdates(reload = () => location.reload()): Promise<void> {
  const { serviceWorker } = navigator
  const known = await serviceWorker.getRegistration(workerPath)
  // The first one finds a page of its own build: there is nothing to reload.
  let isFirst = !known?.active
  serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) isFirst = false
    else whenFree(reload)
  })
  const registration = await serviceWorker.register(workerPath, { updateViaCache: 'none' })
  const check = () => void registration.update().catch(() => {})
  setInterval(check, checkEveryMs)
  window.addEventListener('online', check)
}

/** Asks for a new version: a relay that comes back after a while may be another one. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerPath)
  await registration?.update().catch(() => {})
}

/** Calls once: now, or when nothing has been unsaved or under way for a moment. Meanwhile the new version is announced. */
function whenFree(reload: () => void): void {
  if (isReady) return
  if (!isAtWork()) {
    reload()
    return
  }
  isReady = true
  for (const listener of listeners) listener()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onWorkChange(() => {
    clearTimeout(timer)
    if (isAtWork()) return
    timer = setTimeout(() => {
      stop()
      reload()
    }, calmMs)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A new version waits for what is under way. */
export const useUpdateReady = (): boolean => useSyncExternalStore(subscribe, () => isReady)
