import type { MovedThing } from '@hornets/contract/admin/events/moved-things'
import type { SecretBox } from '../database/secret-box.ts'

export interface MovePlan {
  readonly url: string
  readonly relay: string | null
  readonly things: readonly MovedThing[]
  /** Sealed; null once it is not needed. */
  readonly token: string | null
  /** Its statistics file, in the folder of imports. */
  readonly file: string | null
}

const tokenPlace = (url: string) => `move:${url}`

/** The plan with its token sealed for the server that it is of. */
export function sealPlan(box: SecretBox, plan: MovePlan & { readonly token: string }): MovePlan {
  return { ...plan, token: box.seal(plan.token, tokenPlace(plan.url)) }
}

export function tokenOf(box: SecretBox, { token, url }: MovePlan): string | null {
  return token === null ? null : box.unseal(token, tokenPlace(url))
}
