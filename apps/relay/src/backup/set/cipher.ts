import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

export interface Cipher {
  /** Files stored in one way are shared by backups; those of another key are others. */
  readonly name: string
  readonly seal: (content: Readable) => Promise<Readable>
}

export type Opener = (content: Readable) => Promise<Readable>

export const plainName = 'plain'
export const plain: Cipher = { name: plainName, seal: async content => content }

/** The key does not open the backup. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'

  constructor() {
    super(backupMessages.wrongKey)
  }
}

/** Encrypts with age for the holder of a key (`age1…`). Throws for text that is none. */
export function cipherFor(recipient: string): Cipher {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const name = createHash('sha256').update(recipient).digest('hex').slice(0, 16)
  const seal = async (content: Readable) => fromWeb(await encrypter.encrypt(toWeb(content)))
  return { name, seal }
}

/** Opens with an age key (`AGE-SECRET-KEY-1…`). Throws for text that is none, and WrongKey when it opens nothing. */
export function openerFor(identity: string): Opener {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return async content => {
    try {
      return fromWeb(await decrypter.decrypt(toWeb(content)))
    } catch (error) {
      throw (error as Error).message.includes('no identity matched') ? new WrongKey() : error
    }
  }
}

export const openPlain: Opener = async content => content

export interface KeyPair {
  readonly identity: string
  readonly recipient: string
}

export async function makeKeyPair(): Promise<KeyPair> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function sealKey(identity: string, passphrase: string, workFactor?: number): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor)
  return encrypter.encrypt(identity)
}

/** Throws WrongKey. */
export async function openKey(sealed: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(sealed, 'text').catch(() => {
    throw new WrongKey()
  })
}

const toWeb = (content: Readable) => Readable.toWeb(content) as ReadableStream<Uint8Array>
const fromWeb = (content: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0])
