import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Secret } from './secret.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Encrypts secrets other than the wallet's words. */
export class SideKey {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /** Derived from the wallet's words: available while it is unlocked. */
  static ofWallet({ entropy, passphrase }: Secret): SideKey {
    const material = Buffer.concat([entropy, passphrase])
    const key = Buffer.from(hkdfSync('sha256', material, '', 'hornets wallet side secrets 1', 32))
    material.fill(0)
    return new SideKey(key)
  }

  /** In a file that only its user can read, made on first use: it guards a copy of the database, not the server. */
  static ofServer(file: string): SideKey {
    try {
      writeFileSync(file, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const key = readFileSync(file)
    if (key.length !== keyBytes) throw new Error(`expected ${keyBytes} bytes in ${file}, got ${key.length}`)
    return new SideKey(key)
  }

  /** Base64. `about` is authenticated: opening requires the same one. */
  seal(secret: Uint8Array, about: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(about))
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return sealed.toString('base64')
  }

  /** Throws for another wallet's words or another `about`. The caller overwrites the result. */
  open(text: string, about: string): Buffer {
    const box = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, box.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(box.subarray(-tagBytes))
    const opened = decipher.update(box.subarray(nonceBytes, -tagBytes))
    decipher.final()
    return opened
  }

  forget(): void {
    this.#key.fill(0)
  }
}
