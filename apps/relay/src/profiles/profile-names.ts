import type { EventStore } from '../events/event-store.ts'
import { readEvents } from '../events/read-events.ts'
import { profileName } from './profile-name.ts'

type Events = Pick<EventStore, 'query'>

export async function profileNamesOf(
  events: Events,
  pubkeys: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (pubkeys.size === 0) return new Map()
  const profiles = await readEvents(events, [{ authors: [...pubkeys], kinds: [0] }], pubkeys.size, signal)
  const names = profiles.map(({ pubkey, content }) => [pubkey, profileName(content)] as const)
  return new Map(names.filter((named): named is [string, string] => named[1] !== null))
}

/** Keys whose profiles contain these words; the last one may be the start of a word. */
export async function keysByProfile(
  events: Events,
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<string[]> {
  const profiles = await readEvents(events, [{ kinds: [0], search: text, isBeginning: true }], limit, signal)
  return profiles.map(({ pubkey }) => pubkey)
}
