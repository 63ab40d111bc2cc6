import { cleanWords } from '@hornets/contract/text/clean-words'
import { readProfileContent } from '../events/changes/profile-content.ts'

const charactersShown = 60

/** The name in a profile (kind 0: NIP-01, NIP-24); null if there is none. */
export function profileName(content: string): string | null {
  const { display_name, name } = readProfileContent(content)
  for (const value of [display_name, name]) {
    const clean = typeof value === 'string' ? cleanWords(value) : ''
    if (clean !== '') return clean.slice(0, charactersShown)
  }
  return null
}
