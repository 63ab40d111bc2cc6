import { chainSentences } from '@hornets/contract/wallet/chain-sentences'
import type { Clock } from '@hornets/server/clock'
import type { HttpAnswer } from '@hornets/server/http/http-request'
import type { WayOut } from '@hornets/server/http/way-out'
import type { z } from 'zod'
import { ChainError, chainError } from './chain.ts'
import { silence } from './silence.ts'

/** A frozen server holds nobody up for longer. */
const timeoutMs = 10_000
/** Some servers turn callers without a name away. */
const headers = { 'user-agent': 'hornets-wallet' }
/** How long we ask nothing when a server says that it is too much, and does not say how long. */
const usualPauseMs = 10_000
const longestPauseMs = 5 * 60_000
const maxBytes = 32 * 2 ** 20
const atOnce = 4

/** An Esplora server's HTTP API. Throws ChainError when it does not answer as it should. */
export class EsploraHttp {
  readonly #base: string
  readonly #now: Clock
  readonly #wayOut: WayOut
  #pausedUntil = 0

  constructor(url: string, { wayOut, now }: { wayOut: WayOut; now: Clock }) {
    this.#base = url.replace(/\/+$/, '')
    this.#now = now
    this.#wayOut = wayOut
  }

  /** Null for what it does not know. */
  async find<Result>(schema: z.ZodType<Result>, path: string): Promise<Result | null> {
    const text = await this.findText(path)
    return text === null ? null : parse(schema, path, text)
  }

  async get<Result>(schema: z.ZodType<Result>, path: string): Promise<Result> {
    return parse(schema, path, await this.getText(path))
  }

  async getText(path: string, signal?: AbortSignal): Promise<string> {
    const text = await this.findText(path, signal)
    if (text === null) throw chainError(chainSentences.esploraUnknown, { call: kindOf(path) })
    return text
  }

  async findText(path: string, signal?: AbortSignal): Promise<string | null> {
    this.#assertWelcome()
    const { status, text, headers: told } = await this.#send(path, { signal })
    if (status === 200) return text
    if (status === 429 || (status === 503 && told['retry-after'])) this.#pause(told['retry-after'])
    if (status === 404 || (status === 400 && /not found/i.test(text))) return null
    throw chainError(chainSentences.esploraStatus, { status, call: kindOf(path) })
  }

  /** What it says to a transaction: any status, with its words. A payment is handed over in a pause, too. */
  post(path: string, body: string, signal?: AbortSignal): Promise<{ status: number; text: string }> {
    return this.#send(path, { body, signal })
  }

  /** Seconds, or a date (RFC 9110). Throws. */
  #pause(retryAfter = ''): never {
    const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - this.#now()
    const pauseMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestPauseMs) : usualPauseMs
    this.#pausedUntil = this.#now() + pauseMs
    throw chainError(chainSentences.esploraBusy, { seconds: Math.ceil(pauseMs / 1000) })
  }

  #assertWelcome(): void {
    const left = this.#pausedUntil - this.#now()
    if (left > 0) throw chainError(chainSentences.esploraBusy, { seconds: Math.ceil(left / 1000) })
  }

  async #send(
    path: string,
    { body, signal }: { body?: string; signal?: AbortSignal | undefined },
  ): Promise<HttpAnswer> {
    try {
      const post = body !== undefined && {
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'text/plain' },
        body,
      }
      return await this.#wayOut.send(new URL(`${this.#base}${path}`), {
        timeoutMs,
        maxBytes,
        headers,
        signal,
        ...(post || {}),
      })
    } catch (cause) {
      throw silence(chainSentences.esploraSilent, cause)
    }
  }
}

/** Few at once: the server is somebody else's. The first failure ends it. */
export async function mapFew<One, Result>(
  list: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < list.length; start += atOnce)
    results.push(...(await Promise.all(list.slice(start, start + atOnce).map(work))))
  return results
}

/** As `mapFew`; what has been done stays done when the server gives up on the rest. Throws where nothing has. */
export async function countRead<One>(list: readonly One[], work: (one: One) => Promise<void>): Promise<number> {
  for (let start = 0; start < list.length; start += atOnce)
    try {
      await Promise.all(list.slice(start, start + atOnce).map(work))
    } catch (error) {
      if (start > 0 && error instanceof ChainError) return start
      throw error
    }
  return list.length
}

/** `/scripthash`: which one it was is nobody's business but the operator's, and /health is public. */
const kindOf = (path: string) => path.split('/', 2).join('/')

function parse<Result>(schema: z.ZodType<Result>, path: string, text: string): Result {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw chainError(chainSentences.esploraStrange, { call: kindOf(path) }, cause)
  }
}
