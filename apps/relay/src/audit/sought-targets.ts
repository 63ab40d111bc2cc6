import type { EventStore } from '../events/event-store.ts'
import { keysByProfile } from '../profiles/profile-names.ts'

const peopleMax = 500
/** Bech32 (BIP 173): five bits each. */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const keyLetters = 52
const hexDigits = 64

/** What a text means among targets, which are shown as people where they are keys: a part of one, or people by name. */
export async function soughtTargets(
  events: Pick<EventStore, 'query'>,
  text: string,
  signal: AbortSignal,
): Promise<{ text: string; keys: readonly string[] }> {
  const start = hexOfNpubStart(text)
  if (start !== undefined) return { text: start, keys: [] }
  return { text, keys: await keysByProfile(events, text, peopleMax, signal) }
}

/** The hex key, or its beginning, of an npub, the beginning of one, or one shortened in the middle. */
export function hexOfNpubStart(text: string): string | undefined {
  const data = /^(?:nostr:)?npub1([02-9ac-hj-np-z]{4,})(?:…|\.\.\.|$)/.exec(text.trim())?.[1]
  if (data === undefined) return undefined
  const bits = Array.from(data.slice(0, keyLetters), letter => letters.indexOf(letter).toString(2).padStart(5, '0'))
  const digits = bits.join('').match(/.{4}/g) ?? []
  return digits
    .slice(0, hexDigits)
    .map(digit => Number.parseInt(digit, 2).toString(16))
    .join('')
}
