import { chainSentences } from '@hornets/contract/wallet/chain-sentences'
import { sendRequest } from '@hornets/server/http-request'
import type { z } from 'zod'
import { chainError } from './chain.ts'

const timeoutMs = 30_000
const maxBytes = 32 * 2 ** 20
const atOnce = 4

/** An Esplora server's HTTP API. Throws ChainError when it does not answer as it should. */
export class EsploraHttp {
  readonly #base: string

  constructor(url: string) {
    this.#base = url.replace(/\/+$/, '')
  }

  /** Null for what it does not know. */
  async find<Result>(schema: z.ZodType<Result>, path: string): Promise<Result | null> {
    const text = await this.findText(path)
    return text === null ? null : parse(schema, path, text)
  }

  async get<Result>(schema: z.ZodType<Result>, path: string): Promise<Result> {
    return parse(schema, path, await this.getText(path))
  }

  async getText(path: string): Promise<string> {
    const text = await this.findText(path)
    if (text === null) throw chainError(chainSentences.esploraUnknown, { call: kindOf(path) })
    return text
  }

  async findText(path: string): Promise<string | null> {
    const { status, text } = await this.#send(path)
    if (status === 200) return text
    if (status === 404 || (status === 400 && /not found/i.test(text))) return null
    throw chainError(chainSentences.esploraStatus, { status, call: kindOf(path) })
  }

  /** What it says to a transaction: any status, with its words. */
  post(path: string, body: string): Promise<{ status: number; text: string }> {
    return this.#send(path, body)
  }

  async #send(path: string, body?: string): Promise<{ status: number; text: string }> {
    try {
      const post = body !== undefined && ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body } as const)
      return await sendRequest(new URL(`${this.#base}${path}`), { timeoutMs, maxBytes, ...(post || {}) })
    } catch (cause) {
      throw chainError(chainSentences.esploraSilent, {}, cause)
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

/** `/scripthash`: which one it was is nobody's business but the operator's, and /health is public. */
const kindOf = (path: string) => path.split('/', 2).join('/')

function parse<Result>(schema: z.ZodType<Result>, path: string, text: string): Result {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw chainError(chainSentences.esploraStrange, { call: kindOf(path) }, cause)
  }
}
