import { isAtWork, onWorkChange } from '../../at-work.ts'
import { watched } from '../../watched.ts'

const workerPath = '/service-worker.js'
/** How often a console that stays open asks whether there is a new one, ms. */
const checkEveryMs = 60 * 60_000
/** So long nothing may be under way before the page reloads by itself after it was held, ms: what was done can be read. */
const calmMs = 2000

const ready = watched<boolean>(false)

/**
 * Reloads the page when a new service worker takes over: at once, or as soon as nothing is under way (SHELL-30, R-32).
 * Before anything else: the browser looks for a new one by itself when it opens a page.
 */
export function listenForUpdates(reload = () => location.reload()): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // The first one finds a page of its own build: there is nothing to reload.
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) isFirst = false
    else whenFree(reload)
  })
}

/** Installs the service worker where there is none yet, and looks for a new one again and again. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' })
  setInterval(() => void checkForUpdate(), checkEveryMs)
}

/** Asks for a new version: a relay that comes back after a while may be another one. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerPath)
  await registration?.update().catch(() => {})
}

/** Calls once: now, or when nothing has been unsaved or under way for a moment. Meanwhile the new version is announced. */
function whenFree(reload: () => void): void {
  if (ready.read()) return
  if (!isAtWork()) {
    reload()
    return
  }
  ready.tell(true)
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

/** A new version waits for what is under way. */
export const useUpdateReady = ready.useValue
