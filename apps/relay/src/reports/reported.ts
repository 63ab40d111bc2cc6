import type { NostrEvent } from '@hornets/contract'
import { reportTypes } from '@hornets/contract/admin/notifications/reports'

export const reportKind = 1984
export const labelKind = 1985
export const fileTarget = 'file:'

export interface Reported {
  readonly eventId: string
  readonly fileHash: string
  readonly pubkey: string
  readonly type: string
}

/** Further subjects of a report are ignored. */
const thingsMax = 20
const isHex = (value: string | undefined): value is string => /^[0-9a-f]{64}$/.test(value ?? '')
const typeOf = (word: string | undefined) => (word !== undefined && reportTypes.includes(word) ? word : undefined)

/**
 * Each e tag with the author in its p tag, each file in an x tag (NIP-56, BUD-09), or else the key. Unknown type:
 * 'other'.
 */
export function reportedOf(event: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>): Reported[] {
  if (event.kind !== labelKind) return subjectsOf(event)
  const type = labelledAs(event)
  return type === undefined ? [] : subjectsOf(event).map(subject => ({ ...subject, type }))
}

/** Namespaces of labels that say what is wrong; of others, only the seven words count. */
const warning = 'content-warning'
const ontologies = ['social.nos.ontology', 'MOD']
const codes: Readonly<Record<string, string>> = {
  NS: 'nudity',
  PN: 'nudity',
  IL: 'illegal',
  SP: 'spam',
  IM: 'impersonation',
  MW: 'malware',
}

/** What a label (NIP-32) says of its subjects, as a type of report; undefined if it is about something else. */
function labelledAs({ tags }: Pick<NostrEvent, 'tags'>): string | undefined {
  for (const [name, label = '', namespace = ''] of tags) {
    if (name !== 'l') continue
    const word = typeOf(label.toLowerCase())
    if (word !== undefined) return word
    if (namespace === warning) return label === 'nsfw' ? 'nudity' : 'other'
    if (ontologies.includes(namespace)) return codes[label.slice(0, 2)] ?? 'other'
  }
  return undefined
}

function subjectsOf(event: Pick<NostrEvent, 'pubkey' | 'tags'>): Reported[] {
  const [, pubkey = '', wordOfKey] = event.tags.find(([name, value]) => name === 'p' && isHex(value)) ?? []
  if (pubkey === event.pubkey) return []
  const about = (name: 'e' | 'x') =>
    new Map(
      event.tags
        .filter(([tag, value]) => tag === name && isHex(value))
        .slice(0, thingsMax)
        .map(([, id = '', word]) => [id, typeOf(word) ?? typeOf(wordOfKey) ?? 'other'] as const),
    )
  const events =
    pubkey === '' ? [] : [...about('e')].map(([eventId, type]) => ({ eventId, fileHash: '', pubkey, type }))
  const files = [...about('x')].map(([fileHash, type]) => ({ eventId: '', fileHash, pubkey, type }))
  const things = [...events, ...files]
  if (things.length > 0 || pubkey === '') return things
  return [{ eventId: '', fileHash: '', pubkey, type: typeOf(wordOfKey) ?? 'other' }]
}
