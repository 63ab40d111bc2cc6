import { hash } from 'node:crypto'
import { signerOf } from './schnorr-signer.ts'

/** Authors of the seeded events, who all write equally often. */
export const authorCount = 5000
/** Notes that events reference by `e`: each of a store's first events has about 20 references. */
const referredNotes = 5000
const kinds = [1, 1, 1, 1, 7, 6, 1, 1984, 1, 30023]
const words = 'relay note bitcoin river lantern evening copper signal orchard winter harbour quiet morning paper'.split(
  ' ',
)

/** Unix seconds between consecutive events; 500,000 events span 29 days. */
export const secondsBetween = 5
/** The newest event of any seeded store. Fixed, so that a seed always makes the same bytes. */
export const seedEndsAt = 1_795_000_000

export interface SeededAuthor {
  readonly pubkey: string
  sign(id: Buffer): string
}

const made = new Map<number, SeededAuthor>()

/** The author with this number, the same in every run. */
export function author(index: number): SeededAuthor {
  const known = made.get(index)
  if (known) return known
  const fresh = signerOf(hash('sha256', `hornets bench author ${index}`, 'buffer'))
  made.set(index, fresh)
  return fresh
}

export const referredNote = (index: number) => hash('sha256', `hornets bench note ${index % referredNotes}`)

/** The number of an event's author: evenly distributed, but not in turn. */
const authorOf = (index: number) => Number((BigInt(index) * 2_654_435_761n) % BigInt(authorCount))

export function seededEvent(index: number): string {
  const { pubkey, sign } = author(authorOf(index))
  const kind = kinds[index % kinds.length] ?? 1
  const createdAt = seedEndsAt - ((index * secondsBetween) % 80_000_000)
  const text = Array.from({ length: 90 }, (_, at) => words[(index * 31 + at * at) % words.length]).join(' ')
  const tags = [
    ['p', author((index * 7) % authorCount).pubkey],
    index % 2 === 0 ? ['t', words[index % words.length] ?? ''] : ['e', referredNote(Math.floor(index / 2) * 7)],
    ...(kind === 30023 ? [['d', `article ${index}`]] : []),
  ]
  const content = `${index} ${text}`
  const id = hash('sha256', JSON.stringify([0, pubkey, createdAt, kind, tags, content]), 'buffer')
  return JSON.stringify({ id: id.toString('hex'), pubkey, created_at: createdAt, kind, tags, content, sig: sign(id) })
}
