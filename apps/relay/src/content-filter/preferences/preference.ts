import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { isPreference } from '../../events/event-kinds.ts'

export interface Preference {
  readonly pubkey: string
  readonly muted: RegExp | null
  /** In free text; empty without any. */
  readonly instructions: string
  /** Of the instructions: the same for readers who wrote the same. */
  readonly digest: string
}

/** A judge reads them with each note. */
const instructionsCharsMax = 4000
const wordsMax = 200
const wordCharsMax = 100

/** Null: the event asks for nothing. */
export function preferenceOf(event: NostrEvent): Preference | null {
  const isOn = isPreference(event) && event.tags.some(([name, value]) => name === 'enabled' && value === 'true')
  if (!isOn) return null
  const muted = matcherOf(mutedWords(event.tags))
  const instructions = event.content.trim().slice(0, instructionsCharsMax)
  if (!muted && !instructions) return null
  return { pubkey: event.pubkey, muted, instructions, digest: hash('sha256', instructions).slice(0, 32) }
}

export const holdsMuted = ({ muted }: Preference, text: string): boolean => muted?.test(text.normalize()) ?? false

function mutedWords(tags: NostrEvent['tags']): string[] {
  const words = tags.filter(([name]) => name === 'mute').flatMap(([, list = '']) => list.split(','))
  const clean = words.map(word => word.trim().normalize()).filter(word => word !== '' && word.length <= wordCharsMax)
  return [...new Set(clean)].slice(0, wordsMax)
}

function matcherOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  return new RegExp(words.map(word => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|'), 'iu')
}
