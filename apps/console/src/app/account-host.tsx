import { getAccount } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { isAtLeast } from '@hornets/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery, keepOwnRole, rememberUser } from '../api/queries/account.ts'
import { offersCall } from '../api/server/server.ts'
import { isDemo } from '../api/session/demo.ts'
import { accountOf, forgetDraftsOfOthers, readSession } from '../api/session/session.ts'
import { useTexts } from '../i18n/texts.ts'
import { toast } from '../ui/overlays/toast.ts'

/** Applies changes of role and name without a new sign-in, and announces a new role. */
export function AccountHost() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...accountQuery, enabled: readSession() !== null && offersCall(getAccount) })
  useEffect(() => {
    if (!data) return
    if (hasNewRole(data) && keepOwnRole(queryClient, data.role)) {
      toast.info(t('profile.admins.ownRoleChanged', { role: t(`role.${data.role}.name`) }))
    }
    rememberUser(data)
  }, [data, queryClient, t])
  useEffect(() => {
    if (!isDemo()) forgetDraftsOfOthers(accountOf(readSession()))
  }, [])
  return null
}

/** Of the same account; roles unknown to this device do not count as changes. */
function hasNewRole({ npub, role }: User): boolean {
  const known = readSession()?.user
  return known?.npub === npub && isAtLeast(known.role, 'viewer') && known.role !== role
}
