import type { NostrEvent } from '@hornets/contract'
import { hashListKind } from '@hornets/contract/admin/files/hash-lists'
import type { ListedHash } from './hash-list.ts'

/** A part of a list: tags `x` (SHA-256) and `pdq`. Without reasons, which can name people. */
export interface ListWords {
  readonly content: string
  readonly tags: readonly (readonly string[])[]
}

/** Some 40 KB: relays take no events that are much larger. */
const hashesOfPart = 500
const hex256 = /^[0-9a-f]{64}$/

export function listParts(entries: readonly ListedHash[]): ListWords[] {
  const parts: ListWords[] = []
  for (let from = 0; from < entries.length; from += hashesOfPart) {
    const some = entries.slice(from, from + hashesOfPart)
    const tags = some.map(({ type, hash }) => [type === 'pdq' ? 'pdq' : 'x', hash])
    parts.push({ content: '', tags: [['d', `banned-files-${parts.length + 1}`], ...tags] })
  }
  return parts
}

export function hashesIn(events: readonly Pick<NostrEvent, 'kind' | 'tags'>[]): ListedHash[] {
  const found = new Map<string, ListedHash>()
  for (const { kind, tags } of events)
    for (const [name, hash = ''] of kind === hashListKind ? tags : []) {
      const type = name === 'x' ? 'sha256' : name === 'pdq' ? 'pdq' : undefined
      if (type && hex256.test(hash)) found.set(`${type} ${hash}`, { hash, type, reason: '' })
    }
  return [...found.values()]
}
