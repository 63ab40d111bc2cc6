import { signal } from '../../signal.ts'

/** Chromium's event for installable sites. */
interface InstallEvent extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

export interface InstallState {
  /** The browser's offer is available (SHELL-26). */
  readonly offered: boolean
  readonly installed: boolean
  /** Installing was chosen and failed (SHELL-27). */
  readonly alert: boolean
}

const state = signal<InstallState>({ offered: false, installed: false, alert: false })
let event: InstallEvent | undefined

const set = (change: Partial<InstallState>): void => state.set({ ...state.get(), ...change })

/** Before the first paint: the browser makes its offer only once. */
export function listenForInstall(): void {
  set({ installed: matchMedia('(display-mode: standalone)').matches })
  window.addEventListener('beforeinstallprompt', offer => {
    // Replaces the browser's own bar with our button.
    offer.preventDefault()
    event = offer as InstallEvent
    set({ offered: true })
  })
  window.addEventListener('appinstalled', () => {
    event = undefined
    set({ offered: false, installed: true })
  })
}

/** Asks the browser to install; raises the alert without an offer, or if it refuses. */
export async function install(): Promise<void> {
  if (!event) return set({ alert: true })
  const offer = event
  // An offer works once; after declining, the browser may make another.
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
