import { readFileSync, statSync } from 'node:fs'

/** The secret shared by relay and wallet. Reread when its file changes, so that it can be replaced while both run. */
export class ApiKey {
  readonly #given: string | undefined
  readonly #file: string | undefined
  #read: { at: number; key: string | null } = { at: -1, key: null }

  constructor({ key, file }: { key?: string | undefined; file?: string | undefined }) {
    this.#given = key
    this.#file = file
  }

  /** Null while there is none. */
  current(): string | null {
    if (this.#given !== undefined) return this.#given
    if (this.#file === undefined) return null
    const at = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs
    if (at === undefined) return null
    if (at !== this.#read.at) this.#read = { at, key: readFileSync(this.#file, 'utf8').trim() || null }
    return this.#read.key
  }
}
