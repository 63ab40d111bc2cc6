import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts other secrets of the wallet with a key derived from its words, available while it is unlocked. */
export class SideKey {
  readonly #key: Buffer

  constructor({ entropy, passphrase }: Secret) {
    const material = Buffer.concat([entropy, passphrase])
    this.#key = Buffer.from(hkdfSync('sha256', material, '', 'hornets wallet side secrets 1', 32))
    material.fill(0)
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
