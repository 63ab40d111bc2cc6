import { hash } from 'node:crypto'
import { signerOf } from './schnorr-signer.ts'

export interface Draft {
  readonly kind?: number
  readonly tags?: readonly (readonly string[])[]
  readonly content?: string
  readonly created_at?: number
}

export function writer(name: string) {
  const { pubkey, sign } = signerOf(hash('sha256', `hornets bench writer ${name}`, 'buffer'))
  return {
    pubkey,
    write({ kind = 1, tags = [], content = '', created_at = Math.floor(Date.now() / 1000) }: Draft): string {
      const id = hash('sha256', JSON.stringify([0, pubkey, created_at, kind, tags, content]), 'buffer')
      return JSON.stringify({ id: id.toString('hex'), pubkey, created_at, kind, tags, content, sig: sign(id) })
    },
  }
}
