import type { FileGroupName } from '@hornets/contract/admin/files/catalogue'
import { mediaTypeGroups } from '@hornets/contract/nostr'

const prefixes = { images: 'image/', videos: 'video/', audio: 'audio/' } as const
const documents: readonly string[] = mediaTypeGroups.documents
const compressed: readonly string[] = mediaTypeGroups.compressed

export function groupOf(mime: string): FileGroupName {
  for (const [group, prefix] of Object.entries(prefixes)) if (mime.startsWith(prefix)) return group as FileGroupName
  if (documents.includes(mime)) return 'documents'
  return compressed.includes(mime) ? 'compressed' : 'other'
}

/** The types that a filter allows, each an SQLite GLOB pattern, except those in `none`. */
export interface TypePatterns {
  readonly any: readonly string[]
  readonly none: readonly string[]
}

const starred = Object.values(prefixes).map(prefix => `${prefix}*`)

/** `image` alone means `image/*`, as other consoles of the family send it. */
export function patternsOf(type: string): TypePatterns {
  if (type === 'documents') return { any: documents, none: [] }
  if (type === 'compressed') return { any: compressed, none: [] }
  if (type === 'other') return { any: ['*'], none: [...starred, ...documents, ...compressed] }
  if (type in prefixes) return { any: [`${prefixes[type as keyof typeof prefixes]}*`], none: [] }
  return { any: [type.includes('/') || type === '*' ? type : `${type}/*`], none: [] }
}
