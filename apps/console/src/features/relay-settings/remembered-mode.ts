import { type Mode, modeOf } from './admission.ts'

const storageKey = 'relayMode'

/** The last mode seen by this browser, for the first paint only: the server decides (R-50, MODE-03). */
export function rememberedMode(storage: Pick<Storage, 'getItem'> = localStorage): Mode {
  try {
    return modeOf(storage.getItem(storageKey))
  } catch {
    return modeOf(null)
  }
}

export function rememberMode(mode: Mode, storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(storageKey, mode)
  } catch {
    // Storage can be unavailable in private windows, which only affects the first paint.
  }
}
