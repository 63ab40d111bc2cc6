import { hash, randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { signSchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1'

const words = 'relay note bitcoin river lantern evening copper signal orchard winter harbour quiet morning paper'.split(
  ' ',
)
const kinds = [1, 1, 1, 7, 1984]

export class Author {
  readonly #secret = randomBytes(32)
  readonly pubkey = Buffer.from(xOnlyPointFromScalar(this.#secret)).toString('hex')

  sign(draft: Omit<NostrEvent, 'id' | 'sig' | 'pubkey'>): NostrEvent {
    const { created_at, kind, tags, content } = draft
    const text = JSON.stringify([0, this.pubkey, created_at, kind, tags, content])
    const id = hash('sha256', text, 'buffer')
    const sig = Buffer.from(signSchnorr(id, this.#secret)).toString('hex')
    return { id: id.toString('hex'), pubkey: this.pubkey, created_at, kind, tags, content, sig }
  }
}

/** Events of about 1 KB with two tags, of the kinds on a busy relay; `index` makes each unique. */
export function draftEvent(index: number, createdAt: number, authors: readonly { readonly pubkey: string }[]) {
  const other = authors[(index * 7) % authors.length]
  const content = `${index} ${Array.from({ length: 90 }, (_, at) => words[(index * 31 + at * at) % words.length]).join(' ')}`
  const tags = [
    ['p', other?.pubkey ?? ''],
    index % 2 === 0 ? ['t', words[index % words.length] ?? ''] : ['e', hash('sha256', `note ${index % 5000}`)],
  ]
  return { kind: kinds[index % kinds.length] ?? 1, created_at: createdAt, tags, content }
}
