import { getAccount } from '@hornets/contract/admin/account'
import type { Role, User } from '@hornets/contract/admin/auth'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import { readSession, saveUser } from '../session/session.ts'
import { aboveRole, cached } from './cached.ts'

/** The signed-in admin as the relay knows them. */
export const accountQuery = queryOptions({
  ...cached(getAccount),
  queryFn: async ({ signal }) => (await api.call(getAccount, { signal })).user,
})

/** What this device keeps of who is signed in is as the relay says; an answer about somebody else changes nothing. */
export function rememberUser(user: User): void {
  const known = readSession()?.user
  if (!known || (known.npub ?? user.npub) !== user.npub || JSON.stringify(known) === JSON.stringify(user)) return
  saveUser(user)
}

/** After a change: the page, and what this device keeps of who is signed in, show the user as the relay now knows them. */
export function keepUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(accountQuery.queryKey, user)
  rememberUser(user)
}

/**
 * One's own role is another one: what this device shows and offers goes by it at once, and what it may not read is gone.
 * @returns false when that was so already
 */
export function keepOwnRole(queryClient: QueryClient, role: Role): boolean {
  const known = readSession()?.user
  if (!known || known.role === role) return false
  saveUser({ ...known, role })
  queryClient.removeQueries(aboveRole(role))
  void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  return true
}
