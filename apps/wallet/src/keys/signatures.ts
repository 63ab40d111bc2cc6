import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'

/** DER of a signature whose two numbers are both 32 bytes without a sign byte. */
const derBytes = 70
const sighashAll = 1

/**
 * ECDSA by RFC 6979, with a counter as extra entropy until both numbers are exactly 32 bytes (Bitcoin Core's low R, and
 * not shorter either): the size of a transaction is then known to the byte before it is signed. Two tries on average.
 *
 * @returns hex of the DER signature and its sighash byte, 71 bytes
 */
export function signEcdsa(digest: Uint8Array, privateKey: Uint8Array): string {
  for (let counter = 0; ; counter += 1) {
    const extraEntropy = new Uint8Array(32)
    new DataView(extraEntropy.buffer).setUint32(0, counter, true)
    const options = { prehash: false, format: 'der', lowS: true, ...(counter > 0 && { extraEntropy }) } as const
    const signature = secp256k1.sign(digest, privateKey, options)
    if (signature.length === derBytes) return Buffer.concat([signature, Buffer.from([sighashAll])]).toString('hex')
  }
}

/** BIP 340 under the key tweaked for an output without scripts (BIP 86); 64 bytes, hex. */
export function signTaproot(digest: Uint8Array, privateKey: Uint8Array): string {
  const tweaked = taprootTweakPrivKey(privateKey)
  const signature = schnorr.sign(digest, tweaked)
  tweaked.fill(0)
  return Buffer.from(signature).toString('hex')
}
