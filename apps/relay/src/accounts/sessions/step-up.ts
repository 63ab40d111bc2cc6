import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'

export const passwordFreshMs = 10 * 60_000

/** Throws ApiError('password_needed') if it was entered too long ago. `passwordAt`: ms since 1970. */
export type RequireFreshPassword = (session: { readonly passwordAt: number }) => void

export function stepUpBy(now: Clock): RequireFreshPassword {
  return ({ passwordAt }) => {
    if (now() - passwordAt > passwordFreshMs) throw new ApiError('password_needed', messages.passwordNeeded)
  }
}
