import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../api-error.ts'

/** Validity of a signature after its timestamp, and before it, for clocks that run ahead. */
const validMs = 5 * 60_000

/** Hex HMAC-SHA256 with the API key over `timestamp + "." + body`, with the body's raw bytes. */
export function signBody(apiKey: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', apiKey).update(`${timestamp}.`).update(body).digest('hex')
}

export function signedHeaders(apiKey: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = new Date(nowMs).toISOString()
  return { 'x-timestamp': timestamp, 'x-signature': signBody(apiKey, timestamp, body) }
}

/** With `X-API-Key` beside it: over key, timestamp and body without a separator. */
export function signFamilyBody(apiKey: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', apiKey).update(`${apiKey}${timestamp}`).update(body).digest('hex')
}

export interface SignedCallCheck {
  /** Null while unknown: then every call is refused. */
  readonly apiKey: string | null
  readonly nowMs: number
  /** Records a signature until then (milliseconds); false if it was used before. Called only for valid ones. */
  readonly useOnce: (signature: string, untilMs: number) => boolean | Promise<boolean>
  /** Whether calls with `X-API-Key` count by the signature of the family. */
  readonly takesFamily?: boolean
  readonly refusal: string
}

/** Throws ApiError('unauthorized') for a signature that is missing, wrong, too old, too new or used before. */
export async function checkSignedCall(
  headers: IncomingHttpHeaders,
  body: Buffer,
  check: SignedCallCheck,
): Promise<void> {
  const { apiKey, nowMs } = check
  const timestamp = oneOf(headers['x-timestamp'])
  const signature = oneOf(headers['x-signature'])
  const timeMs = rfc3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  const fresh = Math.abs(nowMs - timeMs) <= validMs
  const sign = check.takesFamily && headers['x-api-key'] !== undefined ? signFamilyBody : signBody
  const right = apiKey !== null && sameText(signature, sign(apiKey, timestamp, body))
  if (!fresh || !right || !(await check.useOnce(signature, timeMs + validMs)))
    throw new ApiError('unauthorized', check.refusal)
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

function oneOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
