import {
  deleteMemberRole,
  giveMemberRole,
  saveMemberRole,
  takeMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import type { SavedEntries, Undoable } from '../undoable.ts'

type Entry = SavedEntries[0]

const ofKeys: readonly string[] = [giveMemberRole.audit, takeMemberRole.audit]

/** Entries about a key name its role in what they changed. */
const roleOf = ({ action, target, before, after }: Entry): string =>
  ofKeys.includes(action) ? ((after ?? before) as { role: string }).role : target

/** What entries about roles change: the words of a role, which keys have it, or whether one key has it. */
export const roleNames = {
  actions: [
    saveMemberRole.audit.create,
    saveMemberRole.audit.change,
    deleteMemberRole.audit,
    giveMemberRole.audit,
    takeMemberRole.audit,
  ],
  roleOf,
  touches(entry: Entry) {
    const role = `role ${roleOf(entry)}`
    if (ofKeys.includes(entry.action)) return [`${role} keys`, `${role} ${entry.target}`]
    return entry.action === saveMemberRole.audit.change ? [role] : [role, `${role} keys`, `${role} all`]
  },
  needs(entry: Entry) {
    const role = `role ${roleOf(entry)}`
    if (ofKeys.includes(entry.action)) return [`${role} all`, `${role} ${entry.target}`]
    return entry.action === saveMemberRole.audit.change ? [role] : [role, `${role} keys`]
  },
} satisfies Omit<Undoable, 'revert'> & { readonly roleOf: unknown }
