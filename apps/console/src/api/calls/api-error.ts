import type { ErrorCode } from '@hornets/contract/errors'
import type { Figures } from '@hornets/contract/sentence'

/** `network` = no answer; `answer` = one that violates the contract. */
export type ApiErrorCode = ErrorCode | 'network' | 'answer'

export const noAnswerText = 'The server is not responding, try again later'
export const offlineText = 'You are offline: nothing was sent, and nothing has changed'
export const noTokenText = 'No authentication token found'
export const loggedOutText = 'Authentication failed. You have been logged out.'
const serverErrorText = 'Internal server error'

/** The server's message if there is one (ERR-10). `message` is English: show it with `translateMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 without an answer. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly fields: Readonly<Record<string, string>>
  /** The message's figures as data (sentence.ts). */
  readonly figures: Figures
  /** The message with placeholders: show it with `failureText`. */
  readonly template: string | undefined
  /** For a refused payment: the reason as a code (RefusalReason). */
  readonly reason: string | undefined
  /** False if the server gave no message and the text is ours. */
  readonly spoken: boolean

  constructor(facts: {
    status: number
    code: ApiErrorCode
    message: string
    fields?: Record<string, string>
    figures?: Figures
    template?: string
    reason?: string
    spoken?: boolean
    cause?: unknown
  }) {
    super(facts.message, { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
    this.fields = facts.fields ?? {}
    this.figures = facts.figures ?? {}
    this.template = facts.template
    this.reason = facts.reason
    this.spoken = facts.spoken ?? false
  }
}

/** The error of a failed answer; also from servers that answer with plain text or HTML. */
export function errorFromAnswer(status: number, body: string): ApiError {
  const answered = parseErrorBody(body)
  return new ApiError({
    status,
    code: (answered?.code as ApiErrorCode | undefined) ?? codeOfStatus(status),
    message: answered?.error ?? plainText(status, body),
    fields: answered?.fields,
    figures: answered?.figures,
    template: answered?.template,
    reason: answered?.reason,
    spoken: answered?.error !== undefined,
  })
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'An error occurred'
}

interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly fields?: Record<string, string>
  readonly figures?: Figures
  readonly template?: string
  readonly reason?: string
}

function parseErrorBody(body: string): ErrorBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const { error, code, fields, figures, template, reason } = parsed as Record<string, unknown>
    const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
    return {
      error: textOf(error),
      code: textOf(code),
      fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : undefined,
      figures: figuresOf(figures),
      template: textOf(template),
      reason: textOf(reason),
    }
  } catch {
    return undefined
  }
}

function figuresOf(given: unknown): Figures | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const isFigure = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isFigure(value))) as Figures
}

function plainText(status: number, body: string): string {
  const text = body.trim()
  if (text && text.length <= 200 && !/^[<{[]/.test(text)) return text
  return status >= 500 ? serverErrorText : `Network response was not ok (status: ${status})`
}

function codeOfStatus(status: number): ApiErrorCode {
  const codes: Record<number, ApiErrorCode> = {
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    409: 'conflict',
    413: 'too_large',
    429: 'rate_limited',
    503: 'unavailable',
  }
  return codes[status] ?? (status >= 500 ? 'internal' : 'bad_request')
}
