import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cannotOpen } from './sqlite.ts'

/** SQLITE_BUSY */
const busy = 5

/** A program's data folder, held so that no second one of its kind writes to it, or spends from it. */
export class DataFolder {
  readonly path: string
  readonly #lock: DatabaseSync

  private constructor(path: string, lock: DatabaseSync) {
    this.path = path
    this.#lock = lock
  }

  /** Makes it for its owner alone where it is not there. Throws when another such program is running on it, or when it cannot be written to. */
  static async open(path: string, program: 'relay' | 'wallet'): Promise<DataFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    // SQLite's lock on a file of its own is let go by the system however a process ends, and works on every platform.
    const file = join(path, `${program}.lock`)
    let lock: DatabaseSync | undefined
    try {
      lock = new DatabaseSync(file)
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (cause) {
      lock?.close()
      if ((cause as { errcode?: unknown }).errcode !== busy) throw cannotOpen(file, cause)
      throw new Error(`Another ${program} is running on ${path}: stop it, or choose another folder with DATA_DIR.`, {
        cause,
      })
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
