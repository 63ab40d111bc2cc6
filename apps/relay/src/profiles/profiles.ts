import { cleanLines, cleanWords } from '@hornets/contract/text/clean-words'
import { readProfileContent } from '../events/changes/profile-content.ts'
import type { EventStore } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import { profileName } from './profile-name.ts'

/** The part of a profile (kind 0: NIP-01, NIP-24) shown beside a subscriber. */
export interface ShownProfile {
  readonly name: string | null
  readonly picture: string
  readonly about: string
  /** As it is written there, not checked; empty for none. */
  readonly nip05: string
  readonly website: string
  /** Lightning address (LUD-16), as it is written there; empty for none. */
  readonly lud16: string
}

const shownChars = { picture: 2000, about: 1000, lud16: 200, nip05: 200, website: 500 } as const

export async function findProfile(
  events: Pick<EventStore, 'query'>,
  pubkey: string,
): Promise<{ readonly said: Readonly<Record<string, unknown>>; readonly tags: readonly string[][] } | undefined> {
  for await (const batch of events.query([{ kinds: [0], authors: [pubkey], limit: 1 }], { scope: readAll }))
    for (const json of batch.texts()) {
      const { content, tags } = JSON.parse(json) as { content: string; tags: string[][] }
      return { said: readProfileContent(content), tags }
    }
  return undefined
}

export async function readProfiles(
  events: Pick<EventStore, 'query'>,
  pubkeys: readonly string[],
): Promise<ReadonlyMap<string, ShownProfile>> {
  const authors = [...new Set(pubkeys)]
  if (authors.length === 0) return new Map()
  const found = new Map<string, ShownProfile>()
  const filter = { kinds: [0], authors, limit: authors.length }
  for await (const batch of events.query([filter], { scope: readAll }))
    for (const json of batch.texts()) {
      const { pubkey, content } = JSON.parse(json) as { pubkey: string; content: string }
      found.set(pubkey, shownOf(content))
    }
  return found
}

export function shownOf(content: string): ShownProfile {
  const said = readProfileContent(content)
  const text = (value: unknown, chars: number, clean = cleanWords) =>
    typeof value === 'string' ? clean(value).slice(0, chars) : ''
  return {
    name: profileName(content),
    picture: text(said.picture, shownChars.picture),
    about: text(said.about, shownChars.about, cleanLines),
    nip05: text(said.nip05, shownChars.nip05),
    website: text(said.website, shownChars.website),
    lud16: text(said.lud16, shownChars.lud16),
  }
}
