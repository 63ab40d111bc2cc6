import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Proves that who claims the relay from elsewhere can read what it printed at its start. */
export class SetupToken {
  readonly value: string
  readonly #path: string

  private constructor(path: string, value: string) {
    this.#path = path
    this.value = value
  }

  /** The one that an earlier start has kept, or a new one. */
  static async open(dataDir: string): Promise<SetupToken> {
    const path = join(dataDir, 'setup-token')
    const kept = await readFile(path, 'utf8').catch(() => '')
    return new SetupToken(path, /^[\w-]{43}$/.test(kept) ? kept : randomBytes(32).toString('base64url'))
  }

  /** In a file that only the relay's own user reads, so that every start until the claim prints the same one. */
  async keep(): Promise<void> {
    await writeFile(this.#path, this.value, { mode: 0o600 })
  }

  /** In constant time, whatever the length of what is given. */
  matches(given: string): boolean {
    return timingSafeEqual(digest(given), digest(this.value))
  }

  /** Once the relay has been claimed the token is of no use any more. */
  async discard(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
