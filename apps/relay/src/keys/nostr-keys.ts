import { createECDH } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { decode as decodeName } from 'nostr-tools/nip19'

/** Of a compressed point: whether its Y is even. */
const prefixDigits = 2

/** Lower-case hex of a public key given as hex or npub (NIP-19); null if no such key can exist (BIP-340). */
export function toPubkeyHex(given: string): string | null {
  const hex = given.startsWith('npub1') ? decode(given, 'npub') : given.toLowerCase()
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex) && isPublicKey(hex) ? hex : null
}

/** A private key given as hex or nsec (NIP-19); null if invalid. */
export function toPrivateKey(given: string): Uint8Array | null {
  if (given.startsWith('nsec1')) {
    const bytes = decode(given, 'nsec')
    return bytes instanceof Uint8Array ? validKey(bytes) : null
  }
  return /^[0-9a-f]{64}$/i.test(given) ? validKey(hexToBytes(given)) : null
}

export function validKey(privateKey: Uint8Array): Uint8Array | null {
  try {
    publicKeyOf(privateKey)
    return privateKey
  } catch {
    return null
  }
}

/** X of BIP-340, hex. By OpenSSL: a start waits for it, and no copy of the private key stays in memory. */
export function publicKeyOf(privateKey: Uint8Array): string {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey)
  return pair.getPublicKey('hex', 'compressed').slice(prefixDigits)
}

/** An npub's key as hex, an nsec's as bytes. */
function decode(given: string, type: 'npub' | 'nsec'): string | Uint8Array | null {
  try {
    const decoded = decodeName(given)
    return decoded.type === type ? (decoded.data as string | Uint8Array) : null
  } catch {
    return null
  }
}

function isPublicKey(hex: string): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${hex}`))
    return true
  } catch {
    return false
  }
}
