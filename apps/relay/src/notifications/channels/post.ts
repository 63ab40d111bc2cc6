import type { IncomingMessage } from 'node:http'
import {
  type GuardedRequest,
  GuardedRequestError,
  type GuardedRequests,
} from '@hornets/server/outgoing/guarded-requests'
import { readAnswerStart } from '@hornets/server/outgoing/read-answer'
import { DeliveryError } from './channel.ts'

/** Seconds from the request to the head of the answer; a webhook that works longer should answer first. */
const headMs = 15_000
const contentLimits = { maxBytes: 4096, timeoutMs: 5000 }
const textCharsMax = 200
const longestWaitMs = 60 * 60_000

/** Redirects are refused, and no more of the answer is read than is shown. Throws DeliveryError. */
export async function post(
  requests: GuardedRequests,
  url: URL,
  request: Pick<GuardedRequest, 'headers' | 'body'>,
): Promise<void> {
  const response = await requests.open(url, { ...request, method: 'POST', headMs }).catch(error => {
    if (!(error instanceof GuardedRequestError)) throw error
    throw new DeliveryError({ code: error.code }, { isTransient: error.code === 'unreachable' })
  })
  const { statusCode: status = 0, headers } = response
  if (status >= 200 && status < 300) return void response.destroy()
  if (status >= 300 && status < 400) {
    response.destroy()
    throw new DeliveryError({ code: 'redirect', status })
  }
  const text = await firstWords(response)
  const waitMs = waitOf(headers['retry-after'])
  throw new DeliveryError(
    { code: status === 404 || status === 410 ? 'gone' : 'refused', status, ...(text && { text }) },
    waitMs === undefined ? {} : { waitMs },
  )
}

async function firstWords(response: IncomingMessage): Promise<string> {
  const text = await readAnswerStart(response, contentLimits)
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, textCharsMax)
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3), at most an hour. */
function waitOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Math.min(longestWaitMs, Number(header) * 1000) : undefined
}
