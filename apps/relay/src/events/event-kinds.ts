import type { NostrEvent } from '@hornets/contract'

export const deletionKind = 5
/** Request to vanish (NIP-62). */
export const vanishKind = 62
export const authenticationKind = 22242

/** The relay's accounts, tickets, disputes and answers: each stays, though NIP-01 keeps one of these kinds. */
const keptKinds: readonly number[] = [11_888, 19_841, 19_842, 19_843]

export function isReplaceable(kind: number): boolean {
  return kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000 && !keptKinds.includes(kind))
}

export function isEphemeral(kind: number): boolean {
  return kind >= 20_000 && kind < 30_000
}

export function isAddressable(kind: number): boolean {
  return kind >= 30_000 && kind < 40_000
}

/** Wrapped by a one-time key for the keys in their p tags (NIP-59); 21059 is the ephemeral form. */
export const giftWrapKinds: readonly number[] = [1059, 1060, 21_059]

export function isGiftWrap(kind: number): boolean {
  return giftWrapKinds.includes(kind)
}

/** A reader's preferences for the content filter; with any other tags it is a list like others. */
export const preferenceKind = 10_010
const preferenceTag = 'enabled'

export function isPreference({ kind, tags }: Pick<NostrEvent, 'kind' | 'tags'>): boolean {
  return kind === preferenceKind && tags.some(([name]) => name === preferenceTag)
}

/** The value of the d tag, which groups the versions of an addressable event; '' if missing. */
export function identifierOf(event: Pick<NostrEvent, 'tags'>): string {
  return event.tags.find(tag => tag[0] === 'd')?.[1] ?? ''
}

/** An addressable event also matches by its identifier: `#d: [""]` finds those without a d tag (NIP-01). */
export function* searchableTags(event: Pick<NostrEvent, 'kind' | 'tags'>): Generator<[letter: string, value: string]> {
  for (const [name, value] of event.tags) {
    if (name?.length === 1 && value !== undefined && /[a-zA-Z]/.test(name)) yield [name, value]
  }
  if (isAddressable(event.kind)) yield ['d', identifierOf(event)]
}

/** Whether a filter's `#letter` matches the event; `isWanted` checks each value. */
export function hasTag(
  event: Pick<NostrEvent, 'kind' | 'tags'>,
  letter: string,
  isWanted: (value: string) => boolean,
): boolean {
  if (event.tags.some(([name, value]) => name === letter && value !== undefined && isWanted(value))) return true
  return letter === 'd' && isAddressable(event.kind) && isWanted(identifierOf(event))
}

/** Its author's, and for a gift wrap its recipients', since the wrapping key is gone (NIP-59, NIP-62). */
export function ownersOf({ kind, pubkey, tags }: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>): string[] {
  if (!isGiftWrap(kind)) return [pubkey]
  const recipients = tags.filter(([name, value]) => name === 'p' && /^[0-9a-f]{64}$/.test(value ?? ''))
  return [...new Set([pubkey, ...recipients.map(([, value]) => value ?? '')])]
}

/** Unix seconds of NIP-40; null if missing or not a number. */
export function expiryOf(event: Pick<NostrEvent, 'tags'>): number | null {
  for (const tag of event.tags) {
    if (tag[0] === 'expiration' && tag[1] !== undefined && /^\d{1,15}$/.test(tag[1])) return Number(tag[1])
  }
  return null
}
