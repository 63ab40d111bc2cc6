import type { AnswerOf, Endpoint, QueryInputOf } from '@hornets/contract/endpoint'
import { leaveBecause } from '../../session/leave.ts'
import { readSession } from '../../session/session.ts'
import { signInAgain } from '../../session/sign-in-again.ts'
import { errorFromAnswer, loggedOutText } from '../api-error.ts'
import { callChecked } from '../check-answer.ts'
import { buildPath } from '../url.ts'
import { sendFile } from './send-file.ts'

export interface UploadOptions<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryInputOf<E>
  /** Ends it; the promise then rejects with an AbortError. */
  readonly signal: AbortSignal
  /** Bytes that have been sent so far. */
  readonly onProgress: (bytes: number) => void
}

/** Throws ApiError. */
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
  endpoint: E,
  file: File,
  { params = {}, query, signal, onProgress }: UploadOptions<E>,
): Promise<{ readonly status: number; readonly text: string }> {
  const path = buildPath(endpoint.path, params, (query ?? {}) as Readonly<Record<string, unknown>>)
  const headers = { authorization: `Bearer ${readSession()?.token ?? ''}` }
  return sendFile(endpoint, file, { path, headers, signal, onProgress })
}
