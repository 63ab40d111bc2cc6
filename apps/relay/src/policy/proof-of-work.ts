import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

/** Leading zero bits of a hex id (NIP-13). */
export function difficultyOf(id: string): number {
  const zeros = /^0*/.exec(id)?.[0].length ?? 0
  if (zeros === id.length) return zeros * 4
  return zeros * 4 + Math.clz32(Number.parseInt(id.charAt(zeros), 16)) - 28
}

/** NIP-13: the author's committed target counts too, so that a lucky id with little work does not pass. */
export function checkWork(event: NostrEvent, minimum: number): Refusal | null {
  if (minimum <= 0) return null
  const difficulty = difficultyOf(event.id)
  if (difficulty < minimum) return refuse('pow', `pow: difficulty ${difficulty} is less than ${minimum}`)
  const committed = Number(event.tags.find(tag => tag[0] === 'nonce')?.[2])
  if (!(committed >= minimum)) return refuse('pow', `pow: the nonce tag commits to less than ${minimum}`)
  return null
}
