import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

interface PointOperations {
  privateKeyNegate(scalar: Uint8Array): Uint8Array
  publicKeyTweakMul(point: Uint8Array, scalar: Uint8Array, compressed: boolean): Uint8Array
  publicKeyTweakAdd(point: Uint8Array, scalar: Uint8Array, compressed: boolean): Uint8Array
}

// The package's own entry silently falls back to slow JavaScript. Throws without a prebuilt binding.
const secp256k1 = createRequire(import.meta.url)('secp256k1/bindings.js') as PointOperations

const tag = hash('sha256', 'BIP0340/challenge', 'buffer')
const challengeStart = Buffer.concat([tag, tag])
const evenY = 0x02

/** R = s·G − e·P must have an even y and the x of the first half. Operations throw on what is out of range. */
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
