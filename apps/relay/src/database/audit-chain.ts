import { createHash } from 'node:crypto'

/** The fields that an entry's hash covers. */
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

/** The hash before the first entry. */
export const chainStart = '0'.repeat(64)

/**
 * SHA-256 (hex) over the previous hash and all columns as a JSON array, so that no column can be mistaken for another.
 * Changing, adding or removing an entry would require rewriting all later ones.
 */
export function hashOfEntry(previous: string, entry: ChainedFacts): string {
  const { id, at, actor, action, target, before, after, ip, outcome } = entry
  const facts = JSON.stringify([previous, id, at, actor, action, target, before, after, ip, outcome])
  return createHash('sha256').update(facts).digest('hex')
}
