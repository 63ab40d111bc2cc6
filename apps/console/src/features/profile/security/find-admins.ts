import type { Admin, Invitation } from '@hornets/contract/admin/admins'
import type { Role } from '@hornets/contract/admin/auth'
import { readPubkey } from '../../../api/signers/pubkey.ts'
import { roles } from './roles.ts'

/** Fewer characters of a key stand in many keys by chance, and names would drown among them. */
const keyPartMin = 6

interface People {
  readonly admins: readonly Admin[]
  readonly invitations: readonly Invitation[]
}

/**
 * Those who match what is searched for: part of the name or of an email address, six characters and more of the hex key, a
 * whole npub, or a role by its name. Oneself comes first, then the others by role; the order is kept beyond that.
 */
export function findAdmins(
  { admins, invitations }: People,
  text: string,
  { self, roleName }: { readonly self: string | undefined; readonly roleName: (role: Role) => string },
): People {
  const wanted = text.trim().toLowerCase()
  const key = readPubkey(wanted)
  const holds = (...texts: readonly string[]) => texts.some(one => one.toLowerCase().includes(wanted))
  const rankOf = ({ npub, role }: Admin) => (npub === self ? -1 : roles.indexOf(role))
  return {
    admins: admins
      .filter(({ name, npub, role }) =>
        key ? npub === key : holds(name, roleName(role), ...(wanted.length < keyPartMin ? [] : [npub])),
      )
      .toSorted((a, b) => rankOf(a) - rankOf(b)),
    invitations: key ? [] : invitations.filter(({ email, role }) => holds(email, roleName(role))),
  }
}
