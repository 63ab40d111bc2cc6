import { isAtWork, onWorkChange } from '../../at-work.ts'
import { signal } from '../../signal.ts'

const workerPath = '/service-worker.js'
/** How often an open console checks for a new version, ms. */
const checkEveryMs = 60 * 60_000
/** Calm period before a delayed reload, ms, so that the last result can be read. */
const calmMs = 2000

const ready = signal<boolean>(false)

/** Now, or once nothing is in progress (SHELL-30, R-32). Registered first: browsers check when they open a page. */
export function listenForUpdates(reload = () => location.reload()): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // The first worker matches the page's build: no reload needed.
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) isFirst = false
    else whenFree(reload)
  })
}

export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' })
  setInterval(() => void checkForUpdate(), checkEveryMs)
}

/** Checks for a new version: a relay that returns may have been updated. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerPath)
  await registration?.update().catch(() => {})
}

/** Calls back once nothing is unsaved or in progress. Until then the new version is announced. */
function whenFree(reload: () => void): void {
  if (ready.get()) return
  if (!isAtWork()) {
    reload()
    return
  }
  ready.set(true)
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

export const useUpdateReady = ready.useValue
