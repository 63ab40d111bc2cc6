import { at } from '../nostr/burst-client.ts'

/** How often a bystander asks. */
export const everyMillis = 50

/** Milliseconds that a bystander's answers took. */
export interface Feeling {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * A question is due every 50 ms. Those that could not be asked because one before them was waiting would have waited for
 * the rest of its time: they are counted like that, or one long stall would hide behind many quick answers.
 */
export function summary(measured: readonly number[]): Feeling {
  const all = measured.flatMap(millis =>
    Array.from({ length: Math.max(1, Math.ceil(millis / everyMillis)) }, (_, missed) => millis - missed * everyMillis),
  )
  all.sort((a, b) => a - b)
  return { p50: at(all, 0.5), p99: at(all, 0.99), max: at(all, 1) }
}
