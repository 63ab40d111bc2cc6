import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

/** Leading zero bits of an id in hex (NIP-13). */
export function difficultyOf(id: string): number {
  const zeros = /^0*/.exec(id)?.[0].length ?? 0
  if (zeros === id.length) return zeros * 4
  return zeros * 4 + Math.clz32(Number.parseInt(id.charAt(zeros), 16)) - 28
}

/**
 * NIP-13. Where a minimum is asked for, the target that the author committed to counts as well, so that a lucky id of
 * little work does not pass for much.
 */
export function checkWork(event: NostrEvent, minimum: number): Refusal | null {
  if (minimum <= 0) return null
  const difficulty = difficultyOf(event.id)
  if (difficulty < minimum) return refuse(`pow: difficulty ${difficulty} is less than ${minimum}`)
  const committed = Number(event.tags.find(tag => tag[0] === 'nonce')?.[2])
  if (!(committed >= minimum)) return refuse(`pow: the nonce tag commits to less than ${minimum}`)
  return null
}
