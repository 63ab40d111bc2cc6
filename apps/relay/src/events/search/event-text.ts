import type { NostrEvent } from '@hornets/contract'

/** Kinds with text for people; other contents (reactions, lists, ciphertext) are not searched. */
const textKinds: ReadonlySet<number> = new Set([
  0, 1, 11, 20, 21, 22, 40, 41, 42, 1063, 1111, 1311, 9802, 30017, 30018, 30023, 30311, 30402, 30818, 31922, 31923,
  34550,
])
const textTags: ReadonlySet<string> = new Set(['title', 'summary', 'name', 'description', 'subject', 'alt'])

export function isSearched(kind: number): boolean {
  return textKinds.has(kind)
}

/** The searchable text (NIP-50); null for kinds that are not searched. */
export function textOf(event: Pick<NostrEvent, 'kind' | 'content' | 'tags'>): string | null {
  if (!isSearched(event.kind)) return null
  const parts = [holdsJson(event.kind) ? jsonTexts(event.content) : event.content]
  for (const [name, value] of event.tags) if (name && value && textTags.has(name)) parts.push(value)
  return parts.join('\n')
}

/** Profiles and channels store an object in their content (NIP-01, NIP-28). */
function holdsJson(kind: number): boolean {
  return kind === 0 || kind === 40 || kind === 41
}

function jsonTexts(content: string): string {
  try {
    const values = Object.values(JSON.parse(content) as object)
    return values.filter(value => typeof value === 'string').join('\n')
  } catch {
    return content
  }
}
