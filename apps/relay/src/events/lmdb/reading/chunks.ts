/** One batch of the usual size, with its margins and one event more. */
export const chunkBytes = 384 * 1024
const headBytes = 4096

/** Allocating, moving and freeing half a megabyte took longer than reading. One thread takes, any gives back. */
export class Chunks {
  readonly memory: SharedArrayBuffer
  readonly #taken: Int32Array
  readonly #chunks: readonly Buffer[]

  constructor(memory: SharedArrayBuffer) {
    const count = Math.floor((memory.byteLength - headBytes) / chunkBytes)
    this.memory = memory
    this.#taken = new Int32Array(memory, 0, count)
    this.#chunks = Array.from(this.#taken, (_, at) => Buffer.from(memory, headBytes + at * chunkBytes, chunkBytes))
  }

  static of(count: number): Chunks {
    return new Chunks(new SharedArrayBuffer(headBytes + count * chunkBytes))
  }

  take(): number | null {
    for (let number = 0; number < this.#taken.length; number += 1) {
      if (Atomics.load(this.#taken, number) !== 0) continue
      Atomics.store(this.#taken, number, 1)
      return number
    }
    return null
  }

  giveBack(number: number): void {
    Atomics.store(this.#taken, number, 0)
  }

  bytes(number: number): Buffer {
    const chunk = this.#chunks[number]
    if (!chunk) throw new Error(`there is no chunk ${number}`)
    return chunk
  }
}
