import type { NostrEvent } from '@hornets/contract'
import type { Context } from '../../context.ts'
import type { Author } from './authors.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

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

export interface World {
  readonly context: Context
  readonly clock: StoryClock
  readonly authors: readonly Author[]
  readonly operator: { readonly pubkey: string; readonly address: string }
  readonly days: number
  publish(event: NostrEvent): void
}

export interface Day {
  readonly index: number
  readonly isLast: boolean
  readonly start: number
  readonly end: number
  /** How busy the day is: grows from about 0.15 to 1, with quiet weekends and a summer dip. */
  readonly busyness: number
}

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
