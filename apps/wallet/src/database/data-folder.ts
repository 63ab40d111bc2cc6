import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The wallet's data folder, held so that no second wallet spends from it. */
export class DataFolder {
  readonly path: string
  readonly #lock: DatabaseSync

  private constructor(path: string, lock: DatabaseSync) {
    this.path = path
    this.#lock = lock
  }

  /** Makes it for its owner alone where it is not there. Throws when another wallet is running on it. */
  static async open(path: string): Promise<DataFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    // SQLite's lock on a file of its own is let go by the system however a process ends, and works on every platform.
    const lock = new DatabaseSync(join(path, 'wallet.lock'))
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (cause) {
      lock.close()
      const message = `Another wallet is running on ${path}: stop it, or choose another folder with DATA_DIR.`
      throw new Error(message, { cause })
    }
    return new DataFolder(path, lock)
  }

  /** A file of the folder. */
  file(name: string): string {
    return join(this.path, name)
  }

  close(): void {
    this.#lock.close()
  }
}
