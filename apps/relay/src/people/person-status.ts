import type { PersonStatus } from '@hornets/contract/admin/accounts/people'
import { isAtLeast, type Role } from '@hornets/contract/roles'

export interface StatusParts {
  readonly accounts: { owners(): Promise<string[]> }
  readonly isOwner: (pubkey: string) => boolean
  readonly members: { isMember(pubkey: string): boolean; keys(): ReadonlySet<string> }
  readonly quotas: { isPaid(pubkey: string): boolean; paidKeys(): string[] }
  readonly rights: { isTrusted(pubkey: string): boolean; trustedKeys(): string[] }
  readonly lists: { isAllowed(pubkey: string): boolean; allowedKeys(): string[] }
  readonly access: { isBlocked(pubkey: string): boolean; blockedKeys(): Iterable<string> }
}

/** What people are to this relay, as its lists have it in memory. Who pays is seen by operators and owners. */
export class PersonStatuses {
  readonly #parts: StatusParts

  constructor(parts: StatusParts) {
    this.#parts = parts
  }

  of(pubkey: string, role: Role): PersonStatus[] {
    const { isOwner, members, quotas, rights, lists, access } = this.#parts
    const is: Readonly<Record<PersonStatus, boolean>> = {
      owner: isOwner(pubkey),
      member: members.isMember(pubkey),
      paying: seesPaying(role) && quotas.isPaid(pubkey),
      trusted: rights.isTrusted(pubkey),
      allowed: lists.isAllowed(pubkey),
      blocked: access.isBlocked(pubkey),
    }
    return (Object.keys(is) as PersonStatus[]).filter(status => is[status])
  }

  async keysOf(status: PersonStatus, role: Role): Promise<readonly string[]> {
    const { accounts, members, quotas, rights, lists, access } = this.#parts
    if (status === 'owner') return accounts.owners()
    if (status === 'member') return [...members.keys()]
    if (status === 'paying') return seesPaying(role) ? quotas.paidKeys() : []
    if (status === 'trusted') return rights.trustedKeys()
    return status === 'allowed' ? lists.allowedKeys() : [...access.blockedKeys()]
  }
}

const seesPaying = (role: Role) => isAtLeast(role, 'operator')
