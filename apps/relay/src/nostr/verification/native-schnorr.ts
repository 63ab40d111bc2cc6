import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

interface PointOperations {
  privateKeyNegate(scalar: Uint8Array): Uint8Array
  publicKeyTweakMul(point: Uint8Array, scalar: Uint8Array, compressed: boolean): Uint8Array
  publicKeyTweakAdd(point: Uint8Array, scalar: Uint8Array, compressed: boolean): Uint8Array
}

// Only the compiled binding: the package's own entry silently falls back to slow JavaScript. Throws on machines without
// a prebuilt one.
const secp256k1 = createRequire(import.meta.url)('secp256k1/bindings.js') as PointOperations

const tag = hash('sha256', 'BIP0340/challenge', 'buffer')
const challengeStart = Buffer.concat([tag, tag])
const evenY = 0x02

/**
 * BIP-340 from libsecp256k1's point operations, since the package has no Schnorr signatures: R = s·G − e·P must have an
 * even y, and the x of the signature's first half. Each operation checks its range and throws on overflow, an x off the
 * curve and the point at infinity, all of which mean an invalid signature.
 */
export function verifyNative(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const r = signature.subarray(0, 32)
  const s = signature.subarray(32, 64)
  const e = hash('sha256', Buffer.concat([challengeStart, r, publicKey, message]), 'buffer')
  const point = new Uint8Array(33)
  point[0] = evenY
  point.set(publicKey, 1)
  try {
    const minusEP = secp256k1.publicKeyTweakMul(point, secp256k1.privateKeyNegate(e), true)
    const result = secp256k1.publicKeyTweakAdd(minusEP, s, true)
    return result[0] === evenY && Buffer.compare(result.subarray(1), r) === 0
  } catch {
    return false
  }
}
