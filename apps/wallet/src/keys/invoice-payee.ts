import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Node key, hex; null for a wrong signature (64 bytes and recovery id). `named`: the invoice's `n` (BOLT 11). */
export function payeeOf(signed: Uint8Array, signature: Uint8Array, named: Uint8Array | undefined): string | null {
  const hash = createHash('sha256').update(signed).digest()
  const compact = signature.subarray(0, 64)
  try {
    if (named) {
      const isRight = secp256k1.verify(compact, hash, named, { prehash: false, lowS: false })
      return isRight ? Buffer.from(named).toString('hex') : null
    }
    const recoverable = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(signature[64] ?? 4)
    return recoverable.recoverPublicKey(hash).toHex(true)
  } catch {
    return null
  }
}
