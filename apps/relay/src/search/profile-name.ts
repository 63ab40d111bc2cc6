import { cleanWords } from '@hornets/contract/text/clean-words'

const charactersRead = 65_536
const charactersShown = 60

/** The name in a profile (kind 0: NIP-01, NIP-24); null if there is none. */
export function profileName(content: string): string | null {
  if (content.length > charactersRead) return null
  try {
    const profile = JSON.parse(content) as { display_name?: unknown; name?: unknown } | null
    for (const name of [profile?.display_name, profile?.name]) {
      const clean = typeof name === 'string' ? cleanWords(name) : ''
      if (clean !== '') return clean.slice(0, charactersShown)
    }
  } catch {
    // Not JSON, so no name.
  }
  return null
}
