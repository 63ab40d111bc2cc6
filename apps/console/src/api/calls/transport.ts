import { holdPage } from '../../at-work.ts'
import { ApiError, errorFromAnswer, noAnswerText, offlineText } from './api-error.ts'

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

/**
 * One request with its JSON answer (undefined for 204). Throws ApiError for failed or missing answers; an abort by the
 * caller is rethrown.
 */
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
  const response = await reach(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs),
    cache: 'no-store',
  })
  const text = await response.text().catch(cause => {
    throw noAnswer(cause)
  })
  if (!response.ok) throw errorFromAnswer(response.status, text)
  if (asText) return text
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError({ status: response.status, code: 'answer', message: 'An error occurred', cause })
  }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw noAnswer(cause)
  }
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'network', message: noAnswerText, cause })
}
