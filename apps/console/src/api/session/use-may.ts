import type { Role } from '@hornets/contract/admin/auth'
import type { Endpoint } from '@hornets/contract/endpoint'
import { isAtLeast } from '@hornets/contract/roles'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { onSessionChange, readSession } from './session.ts'

type Call = Pick<Endpoint, 'role'>

/**
 * Can this role make the call, by what the server checks? A role that is not known here hinders nothing (AUTH-01): the
 * server is the judge.
 */
export function mayCallAs(role: Role | undefined, call: Call): boolean {
  return !call.role || isRole(role, call.role)
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
  const { t } = useTexts()
  const role = useRole()
  if (mayCallAs(role, call)) return undefined
  return t('session.refusal', { role: t(`role.${role as Role}.name`) })
}
