import type { AnswerOf, Endpoint, QueryInputOf } from '@hornets/contract/endpoint'
import { urlOf } from '../server/addresses.ts'
import { leaveBecause } from '../session/leave.ts'
import { readSession } from '../session/session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { ApiError, errorFromAnswer, loggedOutText, noAnswerText } from './api-error.ts'
import { callChecked } from './check-answer.ts'
import { buildPath } from './url.ts'

export interface UploadOptions<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryInputOf<E>
  /** Ends it; the promise then rejects with an AbortError. */
  readonly signal: AbortSignal
  /** Bytes that have been sent so far. */
  readonly onProgress: (bytes: number) => void
}

/** By XMLHttpRequest, since `fetch` does not tell how much has been sent. Throws ApiError. */
export function upload<E extends Endpoint>(endpoint: E, file: File, options: UploadOptions<E>): Promise<AnswerOf<E>> {
  return callChecked(endpoint, async () => {
    const attempt = () => exchange(endpoint, file, options)
    const token = readSession()?.token ?? ''
    let answer = await attempt()
    if (answer.status === 401 && (await signInAgain({ token, isChange: true }))) answer = await attempt()
    const { status, text } = answer
    if (status >= 200 && status < 300) return JSON.parse(text)
    if (status === 401) leaveBecause(loggedOutText)
    throw errorFromAnswer(status, text)
  })
}

function exchange<E extends Endpoint>(
  { method, path }: E,
  file: File,
  { params = {}, query, signal, onProgress }: UploadOptions<E>,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, urlOf(buildPath(path, params, (query ?? {}) as Readonly<Record<string, unknown>>)))
    request.setRequestHeader('authorization', `Bearer ${readSession()?.token ?? ''}`)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new ApiError({ status: 0, code: 'network', message: noAnswerText }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
