import { getAccount } from '@hornets/contract/admin/accounts/account'
import type { Role, User } from '@hornets/contract/admin/accounts/auth'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import { readSession, saveUser } from '../session/session.ts'
import { aboveRole, cached } from './cached.ts'

/** The signed-in admin from the relay. */
export const accountQuery = queryOptions({
  ...cached(getAccount),
  queryFn: async ({ signal }) => (await api.call(getAccount, { signal })).user,
})

/** Updates this device's copy of the user; answers about somebody else are ignored. */
export function rememberUser(user: User): void {
  const known = readSession()?.user
  if (!known || (known.npub ?? user.npub) !== user.npub || JSON.stringify(known) === JSON.stringify(user)) return
  saveUser(user)
}

export function keepUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(accountQuery.queryKey, user)
  rememberUser(user)
}

/** Removes what the role cannot read. False if it was known. */
export function keepOwnRole(queryClient: QueryClient, role: Role): boolean {
  const known = readSession()?.user
  if (!known || known.role === role) return false
  saveUser({ ...known, role })
  queryClient.removeQueries(aboveRole(role))
  void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  return true
}
