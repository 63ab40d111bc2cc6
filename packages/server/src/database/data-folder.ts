import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cannotOpen } from './sqlite.ts'

const busy = 5

/** A program's data folder, locked so that no second instance writes to it, or spends from it. */
export class DataFolder {
  readonly path: string
  readonly #lock: DatabaseSync

  private constructor(path: string, lock: DatabaseSync) {
    this.path = path
    this.#lock = lock
  }

  /** Creates the folder for its owner only. Throws if another instance is using it, or if it is not writable. */
  static async open(path: string, program: 'relay' | 'wallet' | 'backup'): Promise<DataFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    // The system releases SQLite's lock on this file however the process ends, on every platform.
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

  file(name: string): string {
    return join(this.path, name)
  }

  close(): void {
    this.#lock.close()
  }
}
