import { at } from '../nostr/burst-client.ts'

/** Interval of the bystander's queries. */
export const everyMillis = 50

/** Milliseconds until the bystander's answers. */
export interface Feeling {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * A query is due every 50 ms. Queries blocked by a pending one count with the rest of its time; otherwise one long
 * stall would hide behind many quick answers.
 */
export function summary(measured: readonly number[]): Feeling {
  const all = measured.flatMap(millis =>
    Array.from({ length: Math.max(1, Math.ceil(millis / everyMillis)) }, (_, missed) => millis - missed * everyMillis),
  )
  all.sort((a, b) => a - b)
  return { p50: at(all, 0.5), p99: at(all, 0.99), max: at(all, 1) }
}
