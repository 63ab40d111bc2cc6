import type { NostrEvent } from '@hornets/contract'
import type { Context } from '../../context.ts'
import type { Author } from './authors.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The time in a world that is made up: it stands where the one who tells the story puts it. */
export class StoryClock {
  #now: number

  constructor(start: number) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  set(time: number): void {
    this.#now = time
  }
}

/** What all chapters share. */
export interface World {
  /** A node whose clock is ours. */
  readonly context: Context
  readonly clock: StoryClock
  readonly authors: readonly Author[]
  /** Who runs the place, and from where. */
  readonly operator: { readonly pubkey: string; readonly address: string }
  /** How many days the story has. */
  readonly days: number
  /** Hands an event in; it arrives with others of its days. */
  publish(event: NostrEvent): void
}

/** One day of the story: 24 hours, the last of them ending now. */
export interface Day {
  /** 0 is the first one. */
  readonly index: number
  readonly isLast: boolean
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** How busy it is: grows from about 0.15 to 1 over the story, with quiet weekends and a summer dip. */
  readonly busyness: number
}

/** Tells one part of the story day by day; made once, so that a day may go on from the one before. */
export type Chapter = (world: World) => (day: Day) => Promise<void>

export function dayOf(index: number, days: number, until: number): Day {
  const end = until - (days - 1 - index) * dayMs
  const start = end - dayMs
  const date = new Date(start)
  const growth = 0.15 + 0.85 * ((index + 1) / days) ** 1.4
  const weekend = [0, 6].includes(date.getUTCDay()) ? 0.72 : 1
  const summer = date.getUTCMonth() === 6 || date.getUTCMonth() === 7 ? 0.85 : 1
  return { index, isLast: index === days - 1, start, end, busyness: growth * weekend * summer }
}
