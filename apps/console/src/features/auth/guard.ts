import type { Account } from './account/account.ts'
import type { AuthPath } from './navigation.tsx'

export function redirectFor(
  path: AuthPath,
  account: Account | undefined,
  setupToken: string | undefined,
  invitation?: string | undefined,
): { readonly to: AuthPath; readonly closed: boolean } | undefined {
  // The printed address opens the claim without waiting for the server.
  if (path === '/auth/login' && setupToken && !account) return { to: '/auth/sign-up', closed: false }
  if (!account?.answered) return undefined
  if (path === '/auth/login' && !account.exists && account.allowSignup) return { to: '/auth/sign-up', closed: false }
  // The invitation's own call tells whether it is valid.
  if (path === '/auth/sign-up' && !account.allowSignup && !invitation) return { to: '/auth/login', closed: true }
  return undefined
}
