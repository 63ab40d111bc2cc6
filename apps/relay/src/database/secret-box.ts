import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@hornets/server/disk/whole-file'

const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Encrypts stored secrets with AES-256-GCM, so that a copied database is useless without the key file beside it. */
export class SecretBox {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /** Reads the key file in the data folder, readable by the relay's user only; creates it at the first start. */
  static async open(dataDir: string): Promise<SecretBox> {
    const path = join(dataDir, 'secret.key')
    const kept = await readFile(path).catch(error => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    })
    if (kept && kept.length !== keyBytes)
      throw new Error(`${path} should hold ${keyBytes} bytes, it holds ${kept.length}`)
    return new SecretBox(kept ?? (await makeKey(path)))
  }

  /** `place` is authenticated: a sealed value opens only in its place. */
  seal(text: string | Uint8Array, place: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** HMAC-SHA256, hex: without the key file a copied database cannot be brute-forced for short codes. */
  digest(text: string, place: string): string {
    const key = hkdfSync('sha256', this.#key, '', `digest:${place}`, keyBytes)
    return createHmac('sha256', Buffer.from(key)).update(text).digest('hex')
  }

  /** Throws if the key differs, or the value was changed or moved. */
  unseal(sealed: string, place: string): string {
    return this.unsealBytes(sealed, place).toString()
  }

  unsealBytes(sealed: string, place: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  }
}

/** Written to disk before anything is sealed with it. */
async function makeKey(path: string): Promise<Buffer> {
  const key = randomBytes(keyBytes)
  await writeWhole(path, key)
  return key
}
