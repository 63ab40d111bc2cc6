import { entry } from '../../layout/index-entry.ts'
import { afterPrefix, authorKindKey, bigEndian } from '../../layout/keys.ts'
import type { Tables } from '../../layout/tables.ts'
import { visitKeys } from '../../layout/visit-range.ts'
import type { IndexRange } from './index-stream.ts'

const kindMax = 65_535
const everything = new Uint8Array(0)

export function rangeOfTime({ byTime }: Tables): IndexRange {
  return { table: byTime, prefix: everything }
}

export function rangeOfKind({ byKind }: Tables, kind: number): IndexRange {
  return { table: byKind, prefix: bigEndian(kind, 2) }
}

export function rangeOfAuthor({ byAuthor }: Tables, author: number, kind: number): IndexRange {
  return { table: byAuthor, prefix: authorKindKey(author, kind) }
}

export function rangeOfAuthorAllKinds({ byAuthor }: Tables, author: number): IndexRange {
  return { table: byAuthor, prefix: bigEndian(author, 4) }
}

export function rangeOfTagAllKinds({ byTag }: Tables, key: Uint8Array): IndexRange {
  return { table: byTag, prefix: key }
}

export function rangeOfTag({ byTag }: Tables, key: Uint8Array, kind: number): IndexRange {
  return { table: byTag, prefix: Buffer.concat([key, bigEndian(kind, 2)]) }
}

/** Kinds of the events with a tag: one seek each. */
export function* kindsOfTag({ byTag }: Tables, key: Uint8Array): Generator<number> {
  const end = afterPrefix(key)
  for (let kind = 0; kind <= kindMax; ) {
    const start = Buffer.concat([key, bigEndian(kind, 2)])
    if (visitKeys(byTag, start, end, () => false)) return
    const present = entry.kind
    yield present
    kind = present + 1
  }
}
