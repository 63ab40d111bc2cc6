import { type Group, settingsGroups } from '@hornets/contract/admin/settings'
import { offers, otherServer } from '../../api/server/server.ts'

let known: readonly Group[] | undefined

/** The groups, with the fields that the server has. */
export function offeredGroups(): readonly Group[] {
  if (!otherServer()) return settingsGroups
  known ??= settingsGroups
    .map(group => ({ ...group, fields: fieldsOf(group) }))
    .filter(({ fields }) => Object.keys(fields).length > 0)
  return known
}

const fieldsOf = ({ name, fields }: Group) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => offers(`settings ${name}.${key}`)))
