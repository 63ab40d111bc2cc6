import type { Account } from './account/account.ts'
import type { AuthPath } from './navigation.tsx'

/** Where a visitor of an auth screen belongs instead, or undefined when they are right. */
export function redirectFor(
  path: AuthPath,
  account: Account | undefined,
  setupToken: string | undefined,
  invitation?: string | undefined,
): { readonly to: AuthPath; readonly closed: boolean } | undefined {
  // The printed address leads to claiming the relay; no need to wait for the server to say so.
  if (path === '/auth/login' && setupToken && !account) return { to: '/auth/sign-up', closed: false }
  if (!account?.answered) return undefined
  if (path === '/auth/login' && !account.exists && account.allowSignup) return { to: '/auth/sign-up', closed: false }
  // Whether an invitation still holds, its own call says.
  if (path === '/auth/sign-up' && !account.allowSignup && !invitation) return { to: '/auth/login', closed: true }
  return undefined
}
