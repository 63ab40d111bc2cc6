import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { Clock } from '@hornets/server/clock'
import type { HttpAnswer } from '@hornets/server/outgoing/http-request'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { z } from 'zod'
import { ChainError, chainError } from '../chain.ts'
import { silence } from '../silence.ts'

/** Limits the wait for a frozen server. */
const timeoutMs = 10_000
/** Some servers reject callers without a name. */
const headers = { 'user-agent': 'hornets-wallet' }
/** Pause after a rate limit without a Retry-After header. */
const usualPauseMs = 10_000
const longestPauseMs = 5 * 60_000
const maxBytes = 32 * 2 ** 20
const atOnce = 4

/** An Esplora server's HTTP API. Throws ChainError if it fails. */
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

  /** Null if the server does not know it. */
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
    const { status, text, headers: answered } = await this.#send(path, { signal })
    if (status === 200) return text
    if (status === 429 || (status === 503 && answered['retry-after'])) this.#pause(answered['retry-after'])
    if (status === 404 || (status === 400 && /not found/i.test(text))) return null
    throw chainError(chainSentences.esploraStatus, { status, call: kindOf(path) })
  }

  /** The server's answer to a transaction: any status, with its text. Payments are sent even during a pause. */
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

/** A few at a time, to spare somebody else's server. The first failure ends it. */
export async function mapFew<One, Result>(
  list: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < list.length; start += atOnce)
    results.push(...(await Promise.all(list.slice(start, start + atOnce).map(work))))
  return results
}

/** As `mapFew`, but keeps what succeeded before the server gave up. Throws if nothing did. */
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

/** `/scripthash` without its value: that concerns only the operator, and /health is public. */
const kindOf = (path: string) => path.split('/', 2).join('/')

function parse<Result>(schema: z.ZodType<Result>, path: string, text: string): Result {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw chainError(chainSentences.esploraStrange, { call: kindOf(path) }, cause)
  }
}
