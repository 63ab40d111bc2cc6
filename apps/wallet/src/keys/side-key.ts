import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * Seals other secrets of the wallet than its words, by a key made of these: there while the wallet is unlocked, gone when
 * it is locked.
 */
export class SideKey {
  readonly #key: Buffer

  constructor({ entropy, passphrase }: Secret) {
    const material = Buffer.concat([entropy, passphrase])
    this.#key = Buffer.from(hkdfSync('sha256', material, '', 'hornets wallet side secrets 1', 32))
    material.fill(0)
  }

  /** Base64. `about` belongs to it: with another one it does not open. */
  seal(secret: Uint8Array, about: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(about))
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return sealed.toString('base64')
  }

  /** Throws for what was sealed by other words, or about something else. The caller overwrites the answer. */
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
