import { verifySchnorr } from 'tiny-secp256k1'

/** BIP-340 by libsecp256k1 compiled to WebAssembly. */
export function verifyWasm(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verifySchnorr(message, publicKey, signature)
  } catch {
    return false
  }
}
