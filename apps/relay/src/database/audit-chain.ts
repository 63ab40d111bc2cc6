import { createHash } from 'node:crypto'

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

export const chainStart = '0'.repeat(64)

/** SHA-256 (hex) of the previous hash and a JSON array of all columns, so that none can be mistaken for another. */
export function hashOfEntry(previous: string, entry: ChainedFacts): string {
  const { id, at, actor, action, target, before, after, ip, outcome } = entry
  const facts = JSON.stringify([previous, id, at, actor, action, target, before, after, ip, outcome])
  return createHash('sha256').update(facts).digest('hex')
}
