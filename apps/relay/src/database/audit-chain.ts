import { createHash } from 'node:crypto'

/** What an entry's hash is over. */
export interface ChainedFacts {
  readonly id: number
  readonly at: number
  readonly actor: string | null
  readonly action: string
  readonly target: string
  readonly before: string | null
  readonly after: string | null
  readonly ip: string | null
  readonly outcome: string
}

/** Stands before the first entry. */
export const chainStart = '0'.repeat(64)

/**
 * SHA-256, hex, over the hash of the entry before and every column of this one as a JSON array: no column can take
 * another's place, and whoever changes, adds or takes away an entry would have to write every later one anew.
 */
export function hashOfEntry(previous: string, entry: ChainedFacts): string {
  const { id, at, actor, action, target, before, after, ip, outcome } = entry
  const facts = JSON.stringify([previous, id, at, actor, action, target, before, after, ip, outcome])
  return createHash('sha256').update(facts).digest('hex')
}
