import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Content, Span } from './content.ts'

/** What a stored file is known to be. */
interface Expected {
  readonly hash: string
  readonly bytes: number
}

/**
 * From another machine, which may send anything: the last piece passes only with the right hash. Ends with
 * ApiError('unavailable').
 */
export function checkedContent(content: Content, expected: Expected): Content {
  const whole = { first: 0, last: expected.bytes - 1 }
  return {
    stream: async (span: Span = whole) => {
      const isWhole = span.first === whole.first && span.last === whole.last
      const source = await content.stream(isWhole ? undefined : span)
      const bytes = span.last - span.first + 1
      const checked = pipeline(source, new ExactBytes(bytes, isWhole ? expected.hash : undefined), () => {})
      // What is wrong from the beginning, or small, is refused before anything is sent.
      await once(checked, 'readable')
      return checked
    },
    close: () => content.close(),
  }
}

class ExactBytes extends Transform {
  #left: number
  #held: Buffer | undefined
  readonly #wanted: string | undefined
  readonly #read: Hash = createHash('sha256')

  constructor(bytes: number, hash: string | undefined) {
    super()
    this.#left = bytes
    this.#wanted = hash
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length
    if (this.#left < 0) {
      done(otherContent())
      return
    }
    if (this.#wanted !== undefined) this.#read.update(chunk)
    const ready = this.#held
    this.#held = chunk
    done(null, ready)
  }

  override _flush(done: TransformCallback): void {
    const isOther = this.#wanted !== undefined && this.#read.digest('hex') !== this.#wanted
    if (this.#left > 0 || isOther) done(otherContent())
    else done(null, this.#held)
  }
}

const otherContent = () =>
  new ApiError('unavailable', fileMessages.storeUnavailable, {
    cause: new Error('the store sends something else than the file'),
  })
