import type { NostrEvent } from '@hornets/contract'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { finalizeEvent } from 'nostr-tools/pure'
import type { MembersService } from './members-service.ts'

interface Parts {
  readonly members: Pick<MembersService, 'codeFor'>
  readonly rolesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, Role>>
  readonly relayKey: () => Uint8Array
  readonly now: () => number
}

const inviteKind = 28_935

/** The relay's answer to a REQ of kind 28935 (NIP-43): a code to pass on, for moderators and above; null for others. */
export function inviteEvents({ members, rolesOf, relayKey, now }: Parts) {
  return async (keys: ReadonlySet<string>): Promise<NostrEvent | null> => {
    if (keys.size === 0) return null
    const [host] = [...(await rolesOf([...keys]))].find(([, role]) => isAtLeast(role, 'moderator')) ?? []
    if (host === undefined) return null
    const tags = [['-'], ['claim', await members.codeFor(host)]]
    return finalizeEvent({ kind: inviteKind, content: '', tags, created_at: Math.floor(now() / 1000) }, relayKey())
  }
}
