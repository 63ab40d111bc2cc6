import { holdPage } from '../../at-work.ts'
import { urlOf } from '../server/addresses.ts'
import type { ServerAsk } from '../server/server-messages.ts'
import { ApiError, errorFromAnswer, noAnswerText, offlineText } from './api-error.ts'
import { readText } from './read-text.ts'

export interface RequestFacts {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Returns the answer as text instead of JSON. */
  readonly asText?: boolean
}

const timeoutMs = 30_000

/** Undefined for 204. Throws ApiError for failed or missing answers; an abort by the caller is rethrown. */
export async function send(request: RequestFacts): Promise<unknown> {
  if (request.method === 'GET') return exchange(request)
  // Fails immediately instead of being sent later unasked: it may be a payment.
  if (navigator.onLine === false) throw new ApiError({ status: 0, code: 'network', message: offlineText })
  const release = holdPage()
  try {
    return await exchange(request)
  } finally {
    release()
  }
}

async function exchange({ method, path, token, body, headers, signal, asText }: RequestFacts): Promise<unknown> {
  const { status, text } = await reach(
    urlOf(path),
    {
      method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    },
    signal,
  )
  if (status < 200 || status > 299) throw errorFromAnswer(status, text)
  if (asText) return text
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError({ status, code: 'answer', message: 'An error occurred', cause })
  }
}

type Sent = Pick<ServerAsk, 'method' | 'headers' | 'body'>

async function reach(url: string, sent: Sent, signal?: AbortSignal): Promise<{ status: number; text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    if (!url.startsWith('/')) {
      const { askServer } = await import('../server/server-line.ts')
      return await askServer({ ...sent, url, timeoutMs }, signal)
    }
    const response = await fetch(url, {
      ...sent,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // Neither a token nor a password follows a redirect.
      redirect: 'error',
      cache: 'no-store',
    })
    return { status: response.status, text: await readText(response) }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw noAnswer(cause)
  }
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'network', message: noAnswerText, cause })
}
