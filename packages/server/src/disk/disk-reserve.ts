import { open, rm, stat } from 'node:fs/promises'
import { isDiskFullError } from './disk-full.ts'

const reserveBytes = 2 * 2 ** 20
const writtenAtOnce = 2 ** 20

/** Deleted on a full disk, so that there is room to sign in and delete; recreated when there is enough. */
export class DiskReserve {
  readonly #path: string
  #isHeld = false

  constructor(path: string) {
    this.#path = path
  }

  /** Creates the file if it is missing and the disk has room. */
  async hold(): Promise<void> {
    if (this.#isHeld) return
    const { size } = await stat(this.#path).catch(() => ({ size: 0 }))
    this.#isHeld = size >= reserveBytes || (await this.#make())
  }

  /** Frees the space. False if it was already freed. */
  async giveUp(): Promise<boolean> {
    if (!this.#isHeld) return false
    this.#isHeld = false
    await rm(this.#path, { force: true })
    return true
  }

  async #make(): Promise<boolean> {
    const file = await open(this.#path, 'w', 0o600)
    try {
      const zeros = Buffer.alloc(writtenAtOnce)
      for (let written = 0; written < reserveBytes; written += zeros.length) await file.write(zeros)
      return true
    } catch (error) {
      if (!isDiskFullError(error)) throw error
      await rm(this.#path, { force: true })
      return false
    } finally {
      await file.close()
    }
  }
}
