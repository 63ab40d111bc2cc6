import { getMailPreferences, getTwoFactor, listSessions } from '@hornets/contract/admin/account'
import { listAdmins } from '@hornets/contract/admin/admins'
import { queryOptions } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** What the relay knows of the signed-in admin. */
export const profileQueries = {
  user: accountQuery,
  sessions: queryOptions({
    queryKey: queryKeys.account.sessions,
    queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).sessions,
  }),
  twoFactor: queryOptions({
    queryKey: queryKeys.account.twoFactor,
    queryFn: ({ signal }) => api.call(getTwoFactor, { signal }),
  }),
  mail: queryOptions({
    queryKey: queryKeys.account.mail,
    queryFn: ({ signal }) => api.call(getMailPreferences, { signal }),
  }),
  admins: queryOptions({
    queryKey: queryKeys.account.admins,
    queryFn: ({ signal }) => api.call(listAdmins, { signal }),
  }),
}
