import type { Role } from '@hornets/contract/admin/accounts/auth'
import type { Endpoint } from '@hornets/contract/endpoint'
import { isAtLeast } from '@hornets/contract/roles'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { offersCall } from '../server/server.ts'
import { onSessionChange, readSession } from './session.ts'

type Call = Pick<Endpoint, 'role'> & Partial<Pick<Endpoint, 'method' | 'path'>>

/** By the server's rules. Unknown roles are not restricted here (AUTH-01): the server decides. */
export function mayCallAs(role: Role | undefined, call: Call): boolean {
  return !call.role || isRole(role, call.role)
}

const isRole = (role: Role | undefined, least: Role) => !role || !isAtLeast(role, 'viewer') || isAtLeast(role, least)

const roleOf = () => readSession()?.user.role

export const useRole = (): Role | undefined => useSyncExternalStore(onSessionChange, roleOf)

export function useRoleName(): string {
  const { t } = useTexts()
  return t(`role.${useRole() ?? 'viewer'}.name`)
}

/** Whether the signed-in user has at least this role, as far as known. */
export const useIsRole = (least: Role): boolean => isRole(useRole(), least)

/** Whether the signed-in user can make the call, and the server has it. */
export function useMay(call: Call): boolean {
  return mayCallAs(useRole(), call) && (!call.path || offersCall(call))
}

/** Why the signed-in user cannot make the call, translated; undefined if they can. */
export function useRefusal(call: Call): string | undefined {
  const { t } = useTexts()
  const role = useRole()
  if (mayCallAs(role, call)) return undefined
  return t('session.refusal', { role: t(`role.${role as Role}.name`) })
}
