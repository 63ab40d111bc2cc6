import type { NostrEvent } from '@hornets/contract'

export const deletionKind = 5
export const authenticationKind = 22242

/** How long events of a kind are kept (NIP-01). */
export function isReplaceable(kind: number): boolean {
  return kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)
}

export function isEphemeral(kind: number): boolean {
  return kind >= 20_000 && kind < 30_000
}

export function isAddressable(kind: number): boolean {
  return kind >= 30_000 && kind < 40_000
}

/** The d tag's value, by which versions of an addressable event belong together; a missing one is ''. */
export function identifierOf(event: Pick<NostrEvent, 'tags'>): string {
  return event.tags.find(tag => tag[0] === 'd')?.[1] ?? ''
}

/** Unix seconds of NIP-40; null without one, or with one that is no number. */
export function expiryOf(event: Pick<NostrEvent, 'tags'>): number | null {
  for (const tag of event.tags) {
    if (tag[0] === 'expiration' && tag[1] !== undefined && /^\d{1,15}$/.test(tag[1])) return Number(tag[1])
  }
  return null
}
