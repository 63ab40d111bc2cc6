import type { Clock } from '@hornets/server/clock'
import { type LinkProof, SignedLinks } from './signed-links.ts'

export type LinkedThing = 'content' | 'thumbnail'

export class FileLinks {
  readonly #links: SignedLinks

  constructor(now: Clock, prefix = '') {
    this.#links = new SignedLinks(now, prefix)
  }

  to(thing: LinkedThing, hash: string): string {
    return `/api/files/${hash}/${thing}?${this.#links.proofOf(`${thing}\n${hash}`)}`
  }

  /** Is this link ours and still valid? `key` without the prefix. */
  isGood(thing: LinkedThing, hash: string, proof: LinkProof): boolean {
    return this.#links.isGood(`${thing}\n${hash}`, proof)
  }
}
