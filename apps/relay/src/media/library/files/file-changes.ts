import { Emitter } from '@hornets/server/emitter'

const tellEveryMs = 250

export class FileChanges {
  readonly #onChange: Emitter<void>
  #notice: NodeJS.Timeout | undefined

  constructor(onError: (error: unknown) => void) {
    this.#onChange = new Emitter(onError)
  }

  note(): void {
    this.#notice ??= setTimeout(() => {
      this.#notice = undefined
      this.#onChange.emit()
    }, tellEveryMs).unref()
  }

  add(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  close(): void {
    clearTimeout(this.#notice)
  }
}
