import type { Admin, Invitation } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { readPubkey } from '../../../../api/signers/pubkey.ts'
import { roles } from './roles.ts'

/** Shorter parts occur in many keys by chance and would drown the names. */
const keyPartMin = 6

interface AdminList {
  readonly admins: readonly Admin[]
  readonly invitations: readonly Invitation[]
}

/** By name or email, six or more characters of the hex key, a whole npub, or a role. The user first, then by role. */
export function findAdmins(
  { admins, invitations }: AdminList,
  text: string,
  { self, roleName }: { readonly self: string | undefined; readonly roleName: (role: Role) => string },
): AdminList {
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
