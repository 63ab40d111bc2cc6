import { open } from 'node:fs/promises'

export interface LineBatch {
  /** Without empty ones; null for one that is too long. */
  readonly lines: readonly { readonly number: number; readonly text: string | null }[]
  /** Where the next batch begins: bytes, and lines before it. */
  readonly offset: number
  readonly line: number
}

export interface ReadLinesOptions {
  readonly path: string
  readonly offset: number
  readonly line: number
  readonly linesMax: number
  readonly bytesMax: number
}

const newline = 10
const chunkBytes = 256 * 1024

/** The lines of a file from a place on, in batches: never more in memory than one of them. */
export async function* readLines({ path, ...from }: ReadLinesOptions): AsyncGenerator<LineBatch> {
  const file = await open(path)
  try {
    const batch = new Batch(from)
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (let at = from.offset; ; ) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, at)
      if (bytesRead === 0) break
      at += bytesRead
      for (let start = 0; start < bytesRead; ) {
        const end = chunk.subarray(0, bytesRead).indexOf(newline, start)
        batch.add(chunk.subarray(start, end < 0 ? bytesRead : end + 1))
        start = end < 0 ? bytesRead : end + 1
        if (end >= 0) batch.endLine()
        if (end >= 0 && batch.isFull) yield batch.take()
      }
    }
    batch.endLine()
    if (!batch.isEmpty) yield batch.take()
  } finally {
    await file.close()
  }
}

class Batch {
  readonly #linesMax: number
  readonly #bytesMax: number
  #offset: number
  #line: number
  #lines: { number: number; text: string | null }[] = []
  #bytes = 0
  #parts: Buffer[] = []
  #length = 0

  constructor({ offset, line, linesMax, bytesMax }: Omit<ReadLinesOptions, 'path'>) {
    this.#offset = offset
    this.#line = line
    this.#linesMax = linesMax
    this.#bytesMax = bytesMax
  }

  get isFull(): boolean {
    return this.#lines.length >= this.#linesMax || this.#bytes >= this.#bytesMax
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** A copy: the chunk is used again. */
  add(part: Buffer): void {
    this.#length += part.length
    if (this.#length <= this.#bytesMax) this.#parts.push(Buffer.from(part))
    else this.#parts = []
  }

  endLine(): void {
    if (this.#length === 0) return
    this.#line += 1
    this.#bytes += this.#length
    const text = this.#length > this.#bytesMax ? null : Buffer.concat(this.#parts).toString('utf8').trim()
    if (text !== '') this.#lines.push({ number: this.#line, text })
    this.#parts = []
    this.#length = 0
  }

  take(): LineBatch {
    this.#offset += this.#bytes
    const batch = { lines: this.#lines, offset: this.#offset, line: this.#line }
    this.#lines = []
    this.#bytes = 0
    return batch
  }
}
