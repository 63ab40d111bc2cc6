import type { Agent, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { requestBy } from '../http/node-http.ts'
import { readAnswer } from './read-answer.ts'
import { SilenceError } from './silence-error.ts'

export interface HttpRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For the whole exchange; no limit by default. */
  readonly timeoutMs?: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** Connection agents: one that reuses connections, and one that does not. Undefined for Node's defaults. */
interface Agents {
  readonly kept: Agent | undefined
  readonly fresh: Agent | undefined
}

const ownAgents: Agents = { kept: undefined, fresh: undefined }

/** No redirects. Node's client: `fetch` gives up after five minutes, and a node's search takes hours. */
export async function sendRequest(url: URL, options: HttpRequest, agents: Agents = ownAgents): Promise<HttpAnswer> {
  try {
    return await exchange(url, options, agents.kept)
  } catch (error) {
    if (error instanceof StaleConnectionError) return await exchange(url, options, agents.fresh ?? false)
    throw error
  }
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

function exchange(url: URL, options: HttpRequest, agent: Agent | false | undefined): Promise<HttpAnswer> {
  const timeout = options.timeoutMs === undefined ? [] : [AbortSignal.timeout(options.timeoutMs)]
  const signal = AbortSignal.any([...timeout, ...(options.signal ? [options.signal] : [])])
  const open = requestBy(url.protocol)
  return new Promise((resolve, reject) => {
    // Node reports the abort only once there is a socket, which a frozen proxy never provides.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    const headers = {
      ...options.headers,
      ...(options.body && { 'content-length': String(Buffer.byteLength(options.body)) }),
    }
    const request = open(
      url,
      { method: options.method ?? 'GET', headers, signal, ...(agent !== undefined && { agent }) },
      response => {
        const { statusCode: status = 0, headers: received } = response
        readAnswer(response, options).then(text => resolve({ status, headers: received, text }), reject)
      },
    )
    request.on('error', error => {
      const stale =
        request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
      reject(stale ? new StaleConnectionError(error.message, { cause: error }) : error)
    })
    request.end(options.body)
  })
}

export interface StreamRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Destroyed if the exchange fails. */
  readonly body?: Readable | undefined
  /** Silence, and wait for the whole head, milliseconds. Slow readers and sending the body do not count. */
  readonly idleMs: number
  readonly signal?: AbortSignal | undefined
}

/** The caller reads or destroys the answer. No redirects, no second try. */
export function streamRequest(
  url: URL,
  { method, headers, body, idleMs, signal }: StreamRequest,
  agent: Agent | undefined,
): Promise<IncomingMessage> {
  const open = requestBy(url.protocol)
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers, timeout: idleMs, ...(agent && { agent }), ...(signal && { signal }) })
    let answer: IncomingMessage | undefined
    const fail = (error: Error) => {
      clearTimeout(waiting)
      body?.destroy()
      reject(error)
    }
    const silence = () => {
      // The answer waits for its reader here: the other side is not silent.
      if (answer && answer.readableLength > 0) return void answer.socket.setTimeout(idleMs)
      const error = new SilenceError(`no answer for ${idleMs} ms`)
      request.destroy(error)
      return fail(error)
    }
    // Without a socket there is no timeout of one: a frozen proxy never provides it.
    let waiting = setTimeout(silence, idleMs)
    const waitForHead = () => {
      clearTimeout(waiting)
      // A head that arrives byte by byte is no silence of the socket.
      if (!answer) waiting = setTimeout(silence, idleMs)
    }
    request.once('socket', () => (body ? clearTimeout(waiting) : waitForHead()))
    if (body) request.once('finish', waitForHead)
    request.once('response', response => {
      clearTimeout(waiting)
      answer = response
      resolve(response)
    })
    request.on('timeout', silence)
    request.on('error', fail)
    if (!body) return void request.end()
    body.on('error', error => request.destroy(error))
    body.pipe(request)
  })
}
