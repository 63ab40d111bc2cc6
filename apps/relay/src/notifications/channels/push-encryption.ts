import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's keys, base64url: its public key on P-256 (65 bytes), and the shared authentication secret (16 bytes). */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** In place of random values, for the RFC's test vector. */
interface Ingredients {
  readonly privateKey?: Buffer
  readonly salt?: Buffer
}

/** Bytes of plaintext: a push service takes 4096 bytes (RFC 8030, 7.2), of which header, padding and tag need 103. */
export const pushBytesMax = 3993

const recordBytes = 4096

/** One record of `aes128gcm` (RFC 8291, RFC 8188). Throws for keys off the curve, and above `pushBytesMax`. */
export function encryptPush(message: Buffer, keys: PushKeys, { privateKey, salt = randomBytes(16) }: Ingredients = {}) {
  if (message.length > pushBytesMax)
    throw new Error(`expected at most ${pushBytesMax} bytes for a push, got ${message.length}`)
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const publicKey = own.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, publicKey])
  const input = derive(own.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), keyInfo, 32)
  const contentKey = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // 0x02 marks the last record.
  const sealed = Buffer.concat([cipher.update(message), cipher.update(Buffer.from([2])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey, sealed, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
