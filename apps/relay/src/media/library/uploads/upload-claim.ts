/** An upload's bytes in its uploader's quotas: counted before they arrive, and given back unless the file is kept. */
export class UploadClaim {
  readonly #check: (bytes: number) => void
  readonly #count: (bytes: number) => () => void
  #bytes = 0
  #giveBack = () => {}

  /** `check` throws if the quotas have no room; `count` returns the function that gives the bytes back. */
  constructor(check: (bytes: number) => void, count: (bytes: number) => () => void) {
    this.#check = check
    this.#count = count
  }

  /** Claims at least this much. Throws if there is no room; then nothing is claimed. */
  raise(bytes: number): void {
    if (bytes > this.#bytes) this.settle(bytes)
  }

  /** Claims exactly this much; nothing runs between giving back and claiming again. */
  settle(bytes: number, check = this.#check): void {
    this.release()
    check(bytes)
    this.#giveBack = this.#count(bytes)
    this.#bytes = bytes
  }

  release(): void {
    this.#giveBack()
    this.#giveBack = () => {}
    this.#bytes = 0
  }
}
