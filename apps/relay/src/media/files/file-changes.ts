import { Listeners } from '@hornets/server/listeners'

const tellEveryMs = 250

/** Counts changes of the files and announces them in batches. */
export class FileChanges {
  readonly #listeners: Listeners<void>
  #count = 0
  #notice: NodeJS.Timeout | undefined

  constructor(onError: (error: unknown) => void) {
    this.#listeners = new Listeners(onError)
  }

  /** Grows with every change. */
  get count(): number {
    return this.#count
  }

  note(): void {
    this.#count += 1
    this.#notice ??= setTimeout(() => {
      this.#notice = undefined
      this.#listeners.tell()
    }, tellEveryMs).unref()
  }

  /** Returns how to stop listening. */
  add(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  close(): void {
    clearTimeout(this.#notice)
  }
}
