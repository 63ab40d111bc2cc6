import { argon2, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const deriveKey = promisify(argon2)

/** Argon2id (RFC 9106). Stored with each sealed value, so that they can be raised later. */
export interface SealCost {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/** Four times the memory of RFC 9106's second recommendation: about 1.5 seconds on one core. */
export const usualSealCost: SealCost = { memoryKib: 262_144, passes: 3, lanes: 4 }

const keyBytes = 32
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

/** Bytes can be overwritten; they are already normalised (NFKC). */
type Password = string | Uint8Array

interface SealedBox extends SealCost {
  readonly version: 1
  /** Base64. */
  readonly salt: string
  readonly nonce: string
  /** Ciphertext and tag (AES-256-GCM). */
  readonly sealed: string
}

/** Returns JSON text. `about` is authenticated but not encrypted: unsealing requires the same one. */
export async function seal(secret: Uint8Array, password: Password, about: string, cost: SealCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const key = await keyOf(password, salt, cost)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  key.fill(0)
  const box: SealedBox = { version: 1, ...cost, salt: encode(salt), nonce: encode(nonce), sealed: encode(sealed) }
  return JSON.stringify(box)
}

/** The sealed secret, or null for a wrong password or a modified box. */
export async function unseal(text: string, password: Password, about: string): Promise<Buffer | null> {
  const box = JSON.parse(text) as SealedBox
  if (box.version !== 1) throw new Error(`expected a box of version 1, got ${box.version}`)
  const key = await keyOf(password, decode(box.salt), box)
  const bytes = decode(box.sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, decode(box.nonce), { authTagLength: tagBytes })
  key.fill(0)
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const opened = decipher.update(bytes.subarray(0, -tagBytes))
  try {
    // GCM has no padding: this adds nothing, but throws if the tag is wrong.
    decipher.final()
    return opened
  } catch {
    opened.fill(0)
    return null
  }
}

/** Text is normalised (NFKC), so that the same password typed on different keyboards gives the same bytes. */
async function keyOf(password: Password, salt: Buffer, { memoryKib, passes, lanes }: SealCost): Promise<Buffer> {
  const message = typeof password === 'string' ? Buffer.from(password.normalize('NFKC')) : password
  const options = { nonce: salt, memory: memoryKib, passes, parallelism: lanes, tagLength: keyBytes }
  return (await deriveKey('argon2id', { message, ...options })) as Buffer
}

const encode = (bytes: Buffer) => bytes.toString('base64')
const decode = (text: string) => Buffer.from(text, 'base64')
