import { type Figures, fillIn } from '@hornets/contract/sentence'
import { type LightningSentence, lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { ApiError } from '@hornets/server/api-error'

/** No answer: the request may have been done. */
export class NwcSilentError extends Error {
  override readonly name = 'NwcSilentError'
  readonly sentence: LightningSentence

  constructor(sentence: LightningSentence, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** The wallet service refused (NIP-47, error codes). */
export class NwcError extends Error {
  override readonly name = 'NwcError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Error codes that mean nothing was paid, in the operator's words. */
const sentences: Readonly<Record<string, LightningSentence>> = {
  RATE_LIMITED: lightningSentences.tooFast,
  NOT_IMPLEMENTED: lightningSentences.notImplemented,
  INSUFFICIENT_BALANCE: lightningSentences.noFunds,
  QUOTA_EXCEEDED: lightningSentences.quota,
  RESTRICTED: lightningSentences.restricted,
  UNAUTHORIZED: lightningSentences.unauthorized,
  UNSUPPORTED_ENCRYPTION: lightningSentences.encryption,
  NOT_FOUND: lightningSentences.notFound,
  PAYMENT_FAILED: lightningSentences.notPaid,
}

/** The connection cannot pay at all: nothing was tried. */
const neverTries: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'RESTRICTED', 'UNSUPPORTED_ENCRYPTION'])

/** Only these codes prove that nothing was paid; others can also follow an attempt that still succeeds. */
export const refusesForSure = ({ code }: NwcError): boolean => neverTries.has(code)

/** With these codes nothing was paid if the node does not know the payment. */
export const refusesUnlessKnown = ({ code }: NwcError): boolean => code !== 'NOT_FOUND' && code in sentences

export interface Said {
  readonly message: string
  readonly template: LightningSentence
  readonly figures: Figures
}

export function say(template: LightningSentence, figures: Figures = {}): Said {
  return { message: fillIn(template, figures), template, figures }
}

/** An error in the operator's words. Rethrows errors that are not the connection's. */
export function saidOf(error: unknown): Said {
  if (error instanceof NwcSilentError) return say(error.sentence)
  if (!(error instanceof NwcError)) throw error
  const sentence = sentences[error.code]
  return sentence ? say(sentence) : say(lightningSentences.otherError, { words: error.message.slice(0, 200) })
}

export function lightningError(
  code: 'conflict' | 'payment_refused' | 'unavailable' | 'invalid_fields',
  template: LightningSentence,
  figures: Figures = {},
): ApiError {
  return new ApiError(code, fillIn(template, figures), { said: { template, figures } })
}

export function toApiError(error: unknown): unknown {
  if (!(error instanceof NwcSilentError) && !(error instanceof NwcError)) return error
  const { message, template, figures } = saidOf(error)
  const code = error instanceof NwcSilentError ? 'unavailable' : 'payment_refused'
  return new ApiError(code, message, { said: { template, figures }, cause: error })
}
