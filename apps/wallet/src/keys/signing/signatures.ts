import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hash160, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { type HashType, sighashAll, sighashDefault } from './sighash.ts'

/** DER of a signature with two 32-byte numbers without sign bytes. */
const derBytes = 70

/** RFC 6979 with a counter until both numbers have 32 bytes: the size is known before signing. Hex of 71 bytes. */
export function signEcdsa(digest: Uint8Array, privateKey: Uint8Array): string {
  for (let counter = 0; ; counter += 1) {
    const extraEntropy = new Uint8Array(32)
    new DataView(extraEntropy.buffer).setUint32(0, counter, true)
    const options = { prehash: false, format: 'der', lowS: true, ...(counter > 0 && { extraEntropy }) } as const
    const signature = secp256k1.sign(digest, privateKey, options)
    if (signature.length === derBytes) return Buffer.concat([signature, Buffer.from([sighashAll])]).toString('hex')
  }
}

/** BIP 340 under the tweaked key of an output without scripts (BIP 86); 64 bytes, hex. */
export function signTaproot(digest: Uint8Array, privateKey: Uint8Array): string {
  const tweaked = taprootTweakPrivKey(privateKey)
  const signature = schnorr.sign(digest, tweaked)
  tweaked.fill(0)
  return Buffer.from(signature).toString('hex')
}

/** Whether a witness (stack items, hex) unlocks a P2WPKH output under relay rules (BIP 66, low S), by SIGHASH_ALL. */
export function unlocksSegwit(witness: readonly string[], script: string, digest: Uint8Array): boolean {
  const [signature = '', publicKey = ''] = witness
  if (witness.length !== 2 || publicKey.length !== 66) return false
  if (script !== `0014${Buffer.from(hash160(Buffer.from(publicKey, 'hex'))).toString('hex')}`) return false
  return isEcdsaBy(publicKey, signature, digest)
}

/** Whether a signature (DER and hash type, hex) is by this key (33 bytes, hex) under relay rules, by SIGHASH_ALL. */
export function isEcdsaBy(publicKey: string, signature: string, digest: Uint8Array): boolean {
  const bytes = Buffer.from(signature, 'hex')
  if (bytes.at(-1) !== sighashAll) return false
  const options = { prehash: false, format: 'der', lowS: true } as const
  return holds(() => secp256k1.verify(bytes.subarray(0, -1), digest, Buffer.from(publicKey, 'hex'), options))
}

/** The same for BIP 340 and an x-only key (32 bytes, hex); `digest` by the hash type of `tapHashTypeOf`. */
export function isSchnorrBy(publicKey: string, signature: string, digest: Uint8Array): boolean {
  const bytes = Buffer.from(signature, 'hex').subarray(0, 64)
  return holds(() => schnorr.verify(bytes, digest, Buffer.from(publicKey, 'hex')))
}

/** The same for the key path of a taproot output (BIP 341); `digest` by the hash type of `tapHashTypeOf`. */
export function unlocksTaproot(witness: readonly string[], script: string, digest: Uint8Array): boolean {
  if (witness.length !== 1 || !script.startsWith('5120') || tapHashTypeOf(witness) === undefined) return false
  return isSchnorrBy(script.slice(4), witness[0] ?? '', digest)
}

/** Undefined unless it is one of the two that sign everything. */
export function tapHashTypeOf([signature = '']: readonly string[]): HashType | undefined {
  if (signature.length === 128) return sighashDefault
  return signature.length === 130 && signature.endsWith('01') ? sighashAll : undefined
}

/** The library throws for malformed signatures and keys. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
