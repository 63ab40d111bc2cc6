import type { Endpoint } from '@hornets/contract/endpoint'
import { urlOf } from '../../server/addresses.ts'
import { ApiError, noAnswerText } from '../api-error.ts'

export interface SendFileOptions {
  /** With its parameters and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Ends it; the promise then rejects with an AbortError. */
  readonly signal?: AbortSignal
  /** Bytes that have been sent so far. */
  readonly onProgress: (bytes: number) => void
}

/** By XMLHttpRequest, since `fetch` does not tell how much has been sent. Throws ApiError without an answer. */
export function sendFile(
  { method }: Endpoint,
  file: File,
  { path, headers, signal, onProgress }: SendFileOptions,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, urlOf(path))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new ApiError({ status: 0, code: 'network', message: noAnswerText }))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
