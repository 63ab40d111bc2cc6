import { createECDH } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode as decodeName } from 'nostr-tools/nip19'

/** Of a compressed point: whether its Y is even. */
const prefixDigits = 2

/** Lower-case hex of a public key given as hex or npub (NIP-19); null if no such key can exist (BIP-340). */
export function toPubkeyHex(given: string): string | null {
  const hex = given.startsWith('npub1') ? decode(given, 'npub') : given.toLowerCase()
  return hex !== null && /^[0-9a-f]{64}$/.test(hex) && isPublicKey(hex) ? hex : null
}

/** Lower-case hex of a private key given as hex or nsec (NIP-19); null if invalid. */
export function toPrivateKeyHex(given: string): string | null {
  const hex = given.startsWith('nsec1') ? decode(given, 'nsec') : given.toLowerCase()
  return hex !== null && /^[0-9a-f]{64}$/.test(hex) && secp256k1.utils.isValidSecretKey(hexToBytes(hex)) ? hex : null
}

/** The public key of a private key (the X of BIP-340), both lower-case hex. By OpenSSL: a start waits for it. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey, 'hex')
  return pair.getPublicKey('hex', 'compressed').slice(prefixDigits)
}

function decode(given: string, type: 'npub' | 'nsec'): string | null {
  try {
    const decoded = decodeName(given)
    if (decoded.type !== type) return null
    return typeof decoded.data === 'string' ? decoded.data : bytesToHex(decoded.data as Uint8Array)
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
