import { getMailPreferences, getTwoFactor, listSessions } from '@hornets/contract/admin/accounts/account'
import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import { getDelivery } from '@hornets/contract/admin/notifications/delivery'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { accountQuery } from '../../api/queries/account.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { cached } from '../../api/queries/cached.ts'

export const profileQueries = {
  user: accountQuery,
  sessions: queryOptions({
    ...cached(listSessions),
    queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).sessions,
  }),
  twoFactor: apiQuery(getTwoFactor),
  mail: apiQuery(getMailPreferences),
  delivery: apiQuery(getDelivery),
  admins: apiQuery(listAdmins),
}
