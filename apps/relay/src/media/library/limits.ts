import type { DayLimits } from './keeping/day-quota.ts'

export interface MediaLimits {
  readonly uploadsMax: number
  readonly uploadsPerAddressMax: number
  /** Longest silence during an upload. */
  readonly idleMs: number
  /** Minimum average speed after the first `idleMs`. */
  readonly bytesPerSecondMin: number
}

export const mediaLimits: MediaLimits = {
  uploadsMax: 64,
  uploadsPerAddressMax: 16,
  idleMs: 30_000,
  bytesPerSecondMin: 4096,
}

/** Four times what events have: one video weighs as much as thousands of notes. */
export const dayLimits: DayLimits = { perKey: 256 * 2 ** 20, perAddress: 1024 * 2 ** 20 }
