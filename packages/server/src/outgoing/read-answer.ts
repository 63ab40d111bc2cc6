import type { Readable } from 'node:stream'

export interface AnswerLimits {
  readonly maxBytes: number
  /** From the head of the answer to its end, milliseconds; no limit by default, for a request that has its own. */
  readonly timeoutMs?: number | undefined
}

/** `too_long`: above `maxBytes`. `too_slow`: not complete after `timeoutMs`. `broken_off`: the connection ended before. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly code: 'too_long' | 'too_slow' | 'broken_off'

  constructor(code: AnswerError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The whole content of another server's answer. Throws AnswerError and hangs up if it exceeds the limits or breaks off. */
export async function readAnswer(answer: Readable, limits: AnswerLimits): Promise<string> {
  const chunks: Buffer[] = []
  await collect(answer, limits, chunks)
  return Buffer.concat(chunks).toString()
}

/** What another server answers within the limits; it hangs up after that. Never rejects. */
export async function readAnswerStart(answer: Readable, limits: AnswerLimits): Promise<string> {
  const chunks: Buffer[] = []
  await collect(answer, limits, chunks).catch(() => undefined)
  return Buffer.concat(chunks).subarray(0, limits.maxBytes).toString()
}

/** Adds to `chunks` until the answer ends or exceeds a limit; the chunk that exceeds it is the last. */
async function collect(answer: Readable, { maxBytes, timeoutMs }: AnswerLimits, chunks: Buffer[]): Promise<void> {
  const tooSlow = () => answer.destroy(new AnswerError('too_slow', `expected an answer within ${timeoutMs} ms`))
  const timer = timeoutMs === undefined ? undefined : setTimeout(tooSlow, timeoutMs)
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > maxBytes) throw new AnswerError('too_long', `expected at most ${maxBytes} bytes, got more`)
    }
  } catch (cause) {
    if (cause instanceof AnswerError) throw cause
    throw new AnswerError('broken_off', 'the answer broke off', cause)
  } finally {
    clearTimeout(timer)
    answer.destroy()
  }
}
