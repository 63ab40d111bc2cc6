import type { MovedThing } from '@hornets/contract/admin/events/moved-things'

/** What to take, and how to get in. */
export interface MovePlan {
  readonly url: string
  /** Of its relay; null: it does not answer. */
  readonly relay: string | null
  readonly things: readonly MovedThing[]
  /** Sealed; null once it is not needed. */
  readonly token: string | null
  /** Its statistics file, in the folder of imports. */
  readonly file: string | null
}

/** Where a sealed token opens. */
export const tokenPlace = (url: string) => `move:${url}`
