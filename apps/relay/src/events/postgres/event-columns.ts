import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { expiryOf, identifierOf, isAddressable, isPreference, isReplaceable, searchableTags } from '../event-kinds.ts'
import { textOf } from '../search/event-text.ts'
import { textVector } from './text.ts'

export interface Arrived {
  readonly event: NostrEvent
  readonly json: string
  /** Unix seconds. */
  readonly receivedAt: number
  readonly keptUntil?: number | undefined
  readonly isHeld?: boolean
  /** Its number of arrival where it has one already. */
  readonly seq?: number
}

/** Sixteen bytes for a text of any length and content, which nobody finds a second text for. */
const keyOf = (text: string): string => hash('sha256', text).slice(0, 32)

export const tagKey = (letter: string, value: string): string => keyOf(letter + value)
/** The twelve bytes that the embedded engine has, so that deletions can move: they do not contain the identifier. */
export const identifierKey = (identifier: string): string => keyOf(`d${identifier}`).slice(0, 24).padEnd(32, '0')

/** Null for kinds without versions. */
export function versionIdentifier(event: Pick<NostrEvent, 'kind' | 'tags'>): string | null {
  if (isAddressable(event.kind)) return identifierKey(identifierOf(event))
  return isReplaceable(event.kind) ? identifierKey('') : null
}

function tagKeysOf(event: NostrEvent): string[] {
  const keys = new Set<string>()
  for (const [letter, value] of searchableTags(event)) keys.add(tagKey(letter, value))
  return [...keys]
}

export function columnsOf({ event, json, receivedAt, keptUntil, isHeld = false }: Arrived) {
  const ends = [expiryOf(event), keptUntil || null].filter(end => end !== null)
  const text = textOf(event)
  return {
    id: event.id,
    createdAt: event.created_at,
    pubkey: event.pubkey,
    kind: event.kind,
    receivedAt,
    expiresAt: ends.length === 0 ? null : Math.min(...ends),
    isHeld,
    isPreference: isPreference(event),
    tags: tagKeysOf(event),
    words: text === null ? null : textVector(text),
    json,
  }
}
