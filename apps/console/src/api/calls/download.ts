import type { Endpoint, QueryInputOf } from '@hornets/contract/endpoint'
import { urlOf } from '../server/addresses.ts'
import { leaveBecause } from '../session/leave.ts'
import { readSession } from '../session/session.ts'
import { ApiError, errorFromAnswer, loggedOutText, noAnswerText } from './api-error.ts'
import { buildPath } from './url.ts'

/** Files can take any time, but a server silent for this long is gone. */
const silenceMs = 30_000
/** Bytes held by the page itself; the browser stores the rest, on disk if it is large. */
const partBytes = 4 * 2 ** 20

export interface DownloadOptions<E extends Endpoint> {
  readonly query: QueryInputOf<E>
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/** An endpoint's file (`produces`) of any length: complete, or an ApiError. */
export async function download<E extends Endpoint>(
  endpoint: E,
  { query, signal, onProgress }: DownloadOptions<E>,
): Promise<Blob> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitAnew = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    waitAnew()
    const response = await fetch(urlOf(buildPath(endpoint.path, {}, query as Readonly<Record<string, unknown>>)), {
      redirect: 'error',
      headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: 'no-store',
    })
    if (!response.ok || !response.body) throw errorFromAnswer(response.status, await response.text())
    return await gather(response.body, response.headers.get('content-type') ?? '', bytes => {
      waitAnew()
      onProgress(bytes)
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof ApiError)) throw new ApiError({ status: 0, code: 'network', message: noAnswerText, cause })
    if (cause.status === 401) leaveBecause(loggedOutText)
    throw cause
  } finally {
    clearTimeout(timer)
  }
}

async function gather(body: ReadableStream<BlobPart & Uint8Array>, type: string, onBytes: (bytes: number) => void) {
  const parts: Blob[] = []
  let held: BlobPart[] = []
  let heldBytes = 0
  let bytes = 0
  const letGo = () => {
    parts.push(new Blob(held))
    held = []
    heldBytes = 0
  }
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    held.push(value)
    heldBytes += value.byteLength
    bytes += value.byteLength
    if (heldBytes >= partBytes) letGo()
    onBytes(bytes)
  }
  letGo()
  return new Blob(parts, { type })
}
