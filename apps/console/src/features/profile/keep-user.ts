import type { User } from '@hornets/contract/admin/auth'
import type { QueryClient } from '@tanstack/react-query'
import { readSession, saveUser } from '../../api/session.ts'
import { profileQueries } from './profile-queries.ts'

/** After a change: the page, and what this device keeps of who is signed in, show the user as the relay now knows them. */
export function keepUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(profileQueries.user.queryKey, user)
  if (readSession()) saveUser(user)
}
