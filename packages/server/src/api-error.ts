import { type ErrorBody, type ErrorCode, errorStatus, type Figures, type Message, messages } from '@hornets/contract'
import type { Why } from '@hornets/contract/admin/refusals/causes'
import { DatabaseAway, isLockedError } from './database/when-free.ts'
import { isDiskFullError } from './disk/disk-full.ts'

const lockedRetrySeconds = 5

interface Said {
  readonly reason?: string
  readonly template: string
  readonly figures: Figures
}

/** A failure shown to the caller. Its code determines the status; people see `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined
  /** The message as data, if it contains figures. */
  readonly said: Said | undefined
  /** When to retry; sent as Retry-After (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds: number | undefined
  readonly why: Why | undefined

  constructor(
    code: ErrorCode,
    message: Message | (string & {}),
    options: {
      fields?: Record<string, string>
      said?: Said
      retryAfterSeconds?: number
      why?: Why
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.said = options.said
    this.retryAfterSeconds = options.retryAfterSeconds
    this.why = options.why
  }

  get status(): number {
    return errorStatus[this.code]
  }

  body(): ErrorBody {
    return { error: this.message, code: this.code, ...(this.fields && { fields: this.fields }), ...this.said }
  }
}

/** The error that the caller gets: an ApiError's own message, no internals otherwise. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isLockedError(error)) {
    const message = error instanceof DatabaseAway ? messages.databaseAway : messages.databaseLocked
    return new ApiError('unavailable', message, { cause: error, retryAfterSeconds: lockedRetrySeconds })
  }
  if (isDiskFullError(error)) return new ApiError('unavailable', messages.diskFull, { cause: error })
  const status = statusOf(error)
  if (status === 413) return new ApiError('too_large', messages.requestTooLarge, { cause: error })
  if (status === 415) return new ApiError('unsupported_media_type', messages.jsonPlease, { cause: error })
  if (status === 429) return new ApiError('rate_limited', messages.rateLimited, { cause: error })
  if (status === 404) return new ApiError('not_found', messages.notFound, { cause: error })
  if (status !== undefined && status >= 400 && status < 500)
    return new ApiError('bad_request', messages.badRequest, { cause: error })
  return new ApiError('internal', messages.somethingWrong, { cause: error })
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : undefined
}
