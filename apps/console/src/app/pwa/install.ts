import { watched } from '../../watched.ts'

/** Chromium's event by which a site may offer to be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

export interface InstallState {
  /** The browser has offered it, and the offer still stands (SHELL-26). */
  readonly offered: boolean
  readonly installed: boolean
  /** Installing was chosen and could not be done (SHELL-27). */
  readonly alert: boolean
}

const state = watched<InstallState>({ offered: false, installed: false, alert: false })
let event: InstallEvent | undefined

const set = (change: Partial<InstallState>): void => state.tell({ ...state.read(), ...change })

/** Before the first paint: the browser may make its offer at any time, and makes it once. */
export function listenForInstall(): void {
  set({ installed: matchMedia('(display-mode: standalone)').matches })
  window.addEventListener('beforeinstallprompt', offer => {
    // The console has a button of its own instead of the browser's bar.
    offer.preventDefault()
    event = offer as InstallEvent
    set({ offered: true })
  })
  window.addEventListener('appinstalled', () => {
    event = undefined
    set({ offered: false, installed: true })
  })
}

/** Asks the browser to install; without its offer, or where it refuses, the alert is raised. */
export async function install(): Promise<void> {
  if (!event) return set({ alert: true })
  const offer = event
  // An offer can be taken once: when it is declined the browser makes another one, if it likes.
  event = undefined
  set({ offered: false })
  try {
    await offer.prompt()
    const { outcome } = await offer.userChoice
    if (outcome === 'accepted') set({ installed: true })
  } catch {
    set({ alert: true })
  }
}

export const lowerInstallAlert = (): void => set({ alert: false })

export const useInstall = state.useValue
