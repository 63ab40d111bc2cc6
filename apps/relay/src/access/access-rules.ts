import type { NostrEvent } from '@hornets/contract'
import type { AccessRights } from '@hornets/contract/admin/access-rights'
import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import type { WriteObstacle } from './rights/rights-service.ts'
import type { Offered } from './rules/rule-set.ts'

export interface RulesParts {
  readonly access: { isBlocked(pubkey: string): boolean }
  readonly lists: {
    addressEntry(address: string): string | undefined
    wordIn(event: Pick<NostrEvent, 'kind' | 'content' | 'tags'>): string | undefined
  }
  readonly allowedEvents: { has(id: string): boolean }
  readonly own: { refusing(offered: Offered): OwnRule | undefined }
  readonly rights: { current(): AccessRights; writeObstacle(pubkey: string): WriteObstacle | null }
  /** Whom no list can lock out. */
  readonly lastOwner: { isKey(pubkey: string): boolean; isAddress(address: string): boolean }
  readonly isOwner: (pubkey: string) => boolean
  readonly relayPubkey: () => string
}

/** Owners can write and read in every mode, and the last owner passes every list: nobody can lock the owner out. */
export class AccessRules {
  readonly #parts: RulesParts

  constructor(parts: RulesParts) {
    this.#parts = parts
  }

  isBlocked(pubkey: string): boolean {
    return this.#parts.access.isBlocked(pubkey) && !this.#parts.lastOwner.isKey(pubkey)
  }

  blockedAddress(address: string): string | undefined {
    const { lists, lastOwner } = this.#parts
    const entry = lists.addressEntry(address)
    return entry !== undefined && lastOwner.isAddress(address) ? undefined : entry
  }

  wordIn(event: Pick<NostrEvent, 'pubkey' | 'kind' | 'content' | 'tags'>): string | undefined {
    const { lists, lastOwner } = this.#parts
    const word = lists.wordIn(event)
    return word !== undefined && lastOwner.isKey(event.pubkey) ? undefined : word
  }

  /** Whether an admin let this very event pass. */
  isAllowedEvent(id: string): boolean {
    return this.#parts.allowedEvents.has(id)
  }

  /** Null: the key can write. */
  writeObstacle(pubkey: string): WriteObstacle | null {
    const { rights, isOwner, relayPubkey } = this.#parts
    const obstacle = rights.writeObstacle(pubkey)
    return obstacle !== null && (isOwner(pubkey) || pubkey === relayPubkey()) ? null : obstacle
  }

  /** The operator's own rule that refuses this event or file; undefined for none. Owners pass every rule. */
  ownRule(offered: Offered): OwnRule | undefined {
    const { own, isOwner, relayPubkey } = this.#parts
    return isOwner(offered.pubkey) || offered.pubkey === relayPubkey() ? undefined : own.refusing(offered)
  }

  current(): AccessRights {
    return this.#parts.rights.current()
  }
}
