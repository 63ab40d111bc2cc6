import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

interface PointOperations {
  privateKeyNegate(scalar: Uint8Array): Uint8Array
  privateKeyTweakAdd(scalar: Uint8Array, tweak: Uint8Array): Uint8Array
  privateKeyTweakMul(scalar: Uint8Array, tweak: Uint8Array): Uint8Array
  publicKeyCreate(scalar: Uint8Array, compressed: boolean): Uint8Array
}

const { publicKeyCreate, privateKeyNegate, privateKeyTweakAdd, privateKeyTweakMul } = createRequire(
  new URL('../../apps/relay/package.json', import.meta.url),
)('secp256k1') as PointOperations
const challengeTag = hash('sha256', 'BIP0340/challenge', 'buffer')
const oddY = 0x03

/** A fixed nonce per id: a seed makes the same bytes. For benchmarks only: their keys are not secret. */
export function signerOf(secret: Buffer): { readonly pubkey: string; sign(id: Buffer): string } {
  const key = Buffer.from(secret)
  const point = publicKeyCreate(key, true)
  if (point[0] === oddY) privateKeyNegate(key)
  const pubkey = Buffer.from(point.subarray(1))
  return {
    pubkey: pubkey.toString('hex'),
    sign(id) {
      const nonce = hash('sha256', Buffer.concat([key, id]), 'buffer')
      const r = publicKeyCreate(nonce, true)
      if (r[0] === oddY) privateKeyNegate(nonce)
      const challenge = Buffer.concat([challengeTag, challengeTag, r.subarray(1), pubkey, id])
      const s = privateKeyTweakMul(Buffer.from(key), hash('sha256', challenge, 'buffer'))
      return Buffer.concat([r.subarray(1), privateKeyTweakAdd(s, nonce)]).toString('hex')
    },
  }
}
