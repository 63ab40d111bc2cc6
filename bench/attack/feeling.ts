import { at } from '../nostr/burst-client.ts'

export const everyMillis = 50

/** Milliseconds until the bystander's answers. */
export interface Feeling {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * Queries blocked by a pending one count with the rest of its time: one long stall must not hide behind quick answers.
 */
export function summary(measured: readonly number[]): Feeling {
  const all = measured.flatMap(millis =>
    Array.from({ length: Math.max(1, Math.ceil(millis / everyMillis)) }, (_, missed) => millis - missed * everyMillis),
  )
  all.sort((a, b) => a - b)
  return { p50: at(all, 0.5), p99: at(all, 0.99), max: at(all, 1) }
}
