import { messages } from '@hornets/contract'
import { AnswerError } from './read-answer.ts'

/**
 * `late`: no whole answer in time. `redirect`: never followed. `unclear`: not the expected JSON. `resting`: failed too
 * often.
 */
export type ServiceFault = 'unreachable' | 'late' | 'too_long' | 'status' | 'redirect' | 'unclear' | 'resting'

const sentences: Readonly<Record<ServiceFault, string>> = {
  unreachable: messages.serviceUnreachable,
  late: messages.serviceLate,
  too_long: messages.serviceTooLong,
  status: messages.serviceStatus,
  redirect: messages.serviceRedirect,
  unclear: messages.serviceUnclear,
  resting: messages.serviceResting,
}

/** Statuses that refuse what was sent, and say nothing about the service. */
const aboutTheRequest = new Set([400, 413, 415, 422])

/** Of what a service answers with an error, this much is shown. */
const detailCharsMax = 300

/** Its message is a sentence of the contract; `detail` is what was seen, in technical words. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceFault
  readonly detail: string
  readonly status: number | undefined

  constructor(code: ServiceFault, detail: string, options: { status?: number; cause?: unknown } = {}) {
    super(sentences[code], { cause: options.cause })
    this.code = code
    this.detail = detail.slice(0, detailCharsMax)
    this.status = options.status
  }

  /** Another attempt can succeed soon. */
  get isPassing(): boolean {
    const { code, status = 0 } = this
    return code === 'unreachable' || code === 'late' || status >= 500 || status === 408 || status === 429
  }

  /** The service refused what was sent to it, which another attempt does not change. */
  get isRefusal(): boolean {
    return this.status !== undefined && aboutTheRequest.has(this.status)
  }
}

/** Throws unless the status is one of success. */
export function requireSuccess(status: number, text: string): void {
  if (status >= 200 && status < 300) return
  if (status >= 300 && status < 400) throw new ServiceError('redirect', String(status))
  throw new ServiceError('status', `${status} ${text}`.trim(), { status })
}

export function serviceError(cause: unknown, timeoutMs: number): ServiceError {
  if (cause instanceof ServiceError) return cause
  const { name = '', message = '', code } = (cause ?? {}) as NodeJS.ErrnoException
  const isLate = name === 'TimeoutError' || (cause instanceof AnswerError && code === 'too_slow')
  if (isLate) return new ServiceError('late', `${timeoutMs} ms`, { cause })
  if (cause instanceof AnswerError && code === 'too_long') return new ServiceError('too_long', message, { cause })
  return new ServiceError('unreachable', message || code || name, { cause })
}
