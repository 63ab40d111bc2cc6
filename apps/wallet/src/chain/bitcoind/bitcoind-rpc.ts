import { readFile } from 'node:fs/promises'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { z } from 'zod'
import { chainError } from '../chain.ts'
import { silence } from '../silence.ts'

export interface RpcPlace {
  /** `http://user:password@host:port`; without user if a cookie is used. */
  readonly url: string
  /** The node's `.cookie`: it changes with each start of the node, and is reread when it fails. */
  readonly cookieFile?: string | undefined
}

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[]
}

interface RpcOptions {
  readonly wallet?: string | undefined
  /** Default ten seconds; null for none. */
  readonly timeoutMs?: number | null
  readonly signal?: AbortSignal | undefined
}

/** Limits the wait for a frozen node; long reads have their own time. */
const usualTimeoutMs = 10_000
export const readingTimeoutMs = 60_000
const maxBytes = 256 * 2 ** 20
const callsAtOnce = 100
/** RPC_INVALID_ADDRESS_OR_KEY: an unknown transaction or block. */
export const rpcNotFound = -5

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** Bitcoin Core's JSON-RPC. Throws RpcError for the node's errors, ChainError if it does not answer. */
export class BitcoindRpc {
  readonly #url: URL
  readonly #cookieFile: string | undefined
  readonly #wayOut: WayOut
  #credentials: string | undefined

  constructor({ url, cookieFile }: RpcPlace, wayOut: WayOut) {
    this.#wayOut = wayOut
    this.#url = new URL(url)
    this.#cookieFile = cookieFile
    const { username, password } = this.#url
    if (username) this.#credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    this.#url.username = ''
    this.#url.password = ''
  }

  async call<Result>(schema: z.ZodType<Result>, call: RpcCall, options: RpcOptions = {}): Promise<Result> {
    const [answer] = await this.#send([call], options)
    return take(schema, call, answer)
  }

  /** Many calls in few requests. A failed call returns its RpcError without affecting others. */
  async many<Result>(schema: z.ZodType<Result>, calls: readonly RpcCall[], options: RpcOptions = {}) {
    const results: (Result | RpcError)[] = []
    for (let start = 0; start < calls.length; start += callsAtOnce) {
      const batch = calls.slice(start, start + callsAtOnce)
      const answers = await this.#send(batch, options)
      for (const [position, call] of batch.entries())
        results.push(orRefusal(() => take(schema, call, answers[position])))
    }
    return results
  }

  async #send(calls: readonly RpcCall[], options: RpcOptions): Promise<z.infer<typeof answerSchema>[]> {
    const body = JSON.stringify(
      calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params ?? [] })),
    )
    const url = new URL(options.wallet === undefined ? '/' : `/wallet/${encodeURIComponent(options.wallet)}`, this.#url)
    let response = await this.#post(url, body, options)
    if (response.status === 401 && this.#cookieFile) {
      this.#credentials = undefined
      response = await this.#post(url, body, options)
    }
    if (response.status === 401) throw chainError(chainSentences.nodeRefuses, {})
    return parseAnswers(response.text, calls.length)
  }

  async #post(url: URL, body: string, { timeoutMs, signal }: RpcOptions) {
    try {
      this.#credentials ??= (await readFile(this.#cookieFile ?? '', 'utf8')).trim()
      const authorization = `Basic ${Buffer.from(this.#credentials).toString('base64')}`
      return await this.#wayOut.send(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        maxBytes,
        ...(timeoutMs !== null && { timeoutMs: timeoutMs ?? usualTimeoutMs }),
        signal,
      })
    } catch (cause) {
      throw silence(chainSentences.nodeSilent, cause)
    }
  }
}

/** Null if the node does not know it. Throws ChainError for other errors. */
export function orUnknown<Result>(answer: Result | RpcError): Result | null {
  if (!(answer instanceof RpcError)) return answer
  if (answer.code === rpcNotFound) return null
  throw chainError(chainSentences.nodeSays, { words: answer.message }, answer)
}

function parseAnswers(text: string, count: number) {
  try {
    const parsed: unknown = JSON.parse(text)
    const answers = z.array(answerSchema).parse(Array.isArray(parsed) ? parsed : [parsed])
    if (answers.length === count) return answers.sort((one, other) => one.id - other.id)
  } catch (cause) {
    throw chainError(chainSentences.nodeNotJson, {}, cause)
  }
  throw chainError(chainSentences.nodeShort, {})
}

/** The node is starting, or its work queue is full: retry later. */
const busyCodes = new Set([-28, -342])

/** The node reports a full disk only in words (its own, and the system's). */
export const isFull = (words: string) => /disk space is too low|no space left on device|disk (is )?full/i.test(words)

function take<Result>(
  schema: z.ZodType<Result>,
  call: RpcCall,
  answer: z.infer<typeof answerSchema> | undefined,
): Result {
  if (answer?.error) {
    const { code, message } = answer.error
    if (isFull(message)) throw chainError(chainSentences.nodeDiskFull, {})
    if (busyCodes.has(code)) throw chainError(chainSentences.nodeSays, { words: message })
    throw new RpcError(code, message)
  }
  const result = schema.safeParse(answer?.result)
  if (result.success) return result.data
  throw chainError(chainSentences.nodeStrange, { call: call.method }, result.error)
}

function orRefusal<Result>(work: () => Result): Result | RpcError {
  try {
    return work()
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}
