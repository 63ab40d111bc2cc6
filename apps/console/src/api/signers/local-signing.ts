import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'

export interface LocalSignature {
  /** SHA-256 of the message in UTF-8, hex. */
  readonly messageHash: string
  /** BIP 340 over that hash, 64 bytes in hex. */
  readonly signature: string
}

/** With an `nsec1…`, which no screen asks for. Throws an Error with a message for the user. */
export function signLocally(message: string, privateKey: string): LocalSignature {
  const secret = decodeKey(privateKey)
  const hash = sha256(utf8ToBytes(message))
  try {
    return { messageHash: bytesToHex(hash), signature: bytesToHex(schnorr.sign(hash, secret)) }
  } catch (cause) {
    throw new Error('Failed to sign message', { cause })
  }
}

function decodeKey(text: string): Uint8Array {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text.trim())
    if (prefix === 'nsec' && bytes.length === 32) return bytes
  } catch (cause) {
    throw new Error('Failed to deserialize private key', { cause })
  }
  throw new Error('Failed to deserialize private key')
}
