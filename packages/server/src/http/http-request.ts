import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface HttpRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange; no limit without. */
  readonly timeoutMs?: number
  /** A longer answer is an error. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** Who opens connections: one that keeps them for later, and one that does not. Undefined for Node's own. */
interface Agents {
  readonly kept: Agent | undefined
  readonly fresh: Agent | undefined
}

const ownAgents: Agents = { kept: undefined, fresh: undefined }

/**
 * One exchange with another service. Redirects are not followed. Node's own client, since `fetch` gives up after five
 * minutes without an answer, and a node that searches its chain takes hours.
 */
export async function sendRequest(url: URL, options: HttpRequest, agents: Agents = ownAgents): Promise<HttpAnswer> {
  try {
    return await exchange(url, options, agents.kept)
  } catch (error) {
    // The other side has closed a connection that was kept for later; any other kept one may be as old: now a fresh one.
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
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    // Node tells a request of it only once it has a socket, and a frozen proxy never hands one out.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    const headers = {
      ...options.headers,
      ...(options.body && { 'content-length': String(Buffer.byteLength(options.body)) }),
    }
    const request = open(
      url,
      { method: options.method ?? 'GET', headers, signal, ...(agent !== undefined && { agent }) },
      response => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > options.maxBytes)
            response.destroy(new Error(`expected at most ${options.maxBytes} bytes, got more`))
          else chunks.push(chunk)
        })
        response.on('end', () => {
          const { statusCode: status = 0, headers: told } = response
          resolve({ status, headers: told, text: Buffer.concat(chunks).toString() })
        })
        response.on('error', reject)
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
