import { Emitter } from '@hornets/server/emitter'

const tellEveryMs = 250

/** Counts changes of the files and announces them in batches. */
export class FileChanges {
  readonly #onChange: Emitter<void>
  #count = 0
  #notice: NodeJS.Timeout | undefined

  constructor(onError: (error: unknown) => void) {
    this.#onChange = new Emitter(onError)
  }

  /** Grows with every change. */
  get count(): number {
    return this.#count
  }

  note(): void {
    this.#count += 1
    this.#notice ??= setTimeout(() => {
      this.#notice = undefined
      this.#onChange.emit()
    }, tellEveryMs).unref()
  }

  /** Returns how to stop listening. */
  add(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  close(): void {
    clearTimeout(this.#notice)
  }
}
