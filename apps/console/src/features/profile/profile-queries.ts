import { getMailPreferences, getTwoFactor, listSessions } from '@hornets/contract/admin/account'
import { listAdmins } from '@hornets/contract/admin/admins'
import { queryOptions } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import { api } from '../../api/api.ts'
import { apiQuery } from '../../api/api-query.ts'
import { cached } from '../../api/cached.ts'

/** What the relay knows of the signed-in admin. */
export const profileQueries = {
  user: accountQuery,
  sessions: queryOptions({
    ...cached(listSessions),
    queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).sessions,
  }),
  twoFactor: apiQuery(getTwoFactor),
  mail: apiQuery(getMailPreferences),
  admins: apiQuery(listAdmins),
}
