import type { Role } from '@hornets/contract/admin/auth'
import { isAtLeast, permissionOf, walletPermissionOf } from '@hornets/contract/admin/permissions'
import type { Endpoint } from '@hornets/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { onSessionChange, readSession } from './session.ts'

type Call = Pick<Endpoint, 'method' | 'path'>

/**
 * May this role make the call, by the table that the server checks by? A role that the table does not know hinders nothing
 * here (AUTH-01): the server is the judge.
 */
export function mayCallAs(role: Role | undefined, call: Call): boolean {
  const permission = permissionOf(call) ?? walletPermissionOf(call)
  return !permission || isRole(role, permission.role)
}

const isRole = (role: Role | undefined, least: Role) => !role || !isAtLeast(role, 'viewer') || isAtLeast(role, least)

const roleOf = () => readSession()?.user.role

/** The role of who is signed in, as it is told last. */
export const useRole = (): Role | undefined => useSyncExternalStore(onSessionChange, roleOf)

/** Is who is signed in at least that, as far as is known here? */
export const useIsRole = (least: Role): boolean => isRole(useRole(), least)

/** May who is signed in make the call? */
export function useMay(call: Call): boolean {
  return mayCallAs(useRole(), call)
}

/** Why who is signed in may not make the call, in their language; undefined when they may. */
export function useRefusal(call: Call): string | undefined {
  const { t } = useTranslation()
  const role = useRole()
  if (mayCallAs(role, call)) return undefined
  return t('session.refusal', { role: t(`role.${role as Role}.name`) })
}
