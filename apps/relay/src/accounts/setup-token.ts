import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSameSecret } from '@hornets/server/same-secret'

/** Proves that whoever claims the relay remotely can read its start output. */
export class SetupToken {
  readonly value: string
  readonly #path: string

  private constructor(path: string, value: string) {
    this.#path = path
    this.value = value
  }

  static async open(dataDir: string): Promise<SetupToken> {
    const path = join(dataDir, 'setup-token')
    const kept = await readFile(path, 'utf8').catch(() => '')
    return new SetupToken(path, /^[\w-]{43}$/.test(kept) ? kept : randomBytes(32).toString('base64url'))
  }

  /** Saved in a file that only the relay's user can read, so that every start until the claim prints the same token. */
  async keep(): Promise<void> {
    await writeFile(this.#path, this.value, { mode: 0o600 })
  }

  matches(given: string): boolean {
    return isSameSecret(given, this.value)
  }

  async discard(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}
