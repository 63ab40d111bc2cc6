import type { UnsignedEvent, User } from '@hornets/contract/admin/auth'
import { ApiError } from '../../api/api-error.ts'
import { type Nip07, signerMissingText } from '../../api/nip07.ts'
import type { Session } from '../../api/session.ts'
import type { send } from '../../api/transport.ts'

export type SignInStep = 'checking' | 'signing' | 'verifying'

export interface SignInParts {
  readonly request: typeof send
  readonly extension: Nip07 | undefined
  /** Told before each step, so that the screen says what it waits for. */
  readonly onStep: (step: SignInStep) => void
  /** Ends the wait for the signature: a prompt that was closed may leave it without an answer for ever. */
  readonly signal?: AbortSignal
}

/** Two-factor is on: the password and the signature were right, and buy this ticket for the third step. */
export interface SecondStep {
  readonly ticket: string
}

interface SignInAnswer {
  readonly token?: string
  readonly user?: User
  readonly twoFactorRequired?: boolean
  readonly ticket?: string
}

/**
 * Signs in: the password gives a challenge, the extension signs it as it came, the signature gives a token, or with
 * two-factor a ticket. Throws an Error whose message is for the user, in English.
 */
export async function signIn(npub: string, password: string, parts: SignInParts): Promise<Session | SecondStep> {
  const { request, extension, onStep, signal } = parts
  if (!extension) throw new Error(signerMissingText)
  onStep('checking')
  const { event } = (await request({ method: 'POST', path: '/login', body: { npub, password } }).catch(refused)) as {
    event: UnsignedEvent
  }
  onStep('signing')
  const signing = extension.signEvent(event).catch(cause => {
    throw new Error('The extension did not sign. You are not signed in.', { cause })
  })
  const signed = await Promise.race([signing, ...(signal ? [aborted(signal)] : [])])
  onStep('verifying')
  const body = { challenge: signed.content, signature: signed.sig, messageHash: signed.id, event: signed }
  const answer = (await request({ method: 'POST', path: '/verify', body }).catch(refused)) as SignInAnswer | undefined
  return answer?.twoFactorRequired && answer.ticket ? { ticket: answer.ticket } : sessionOf(answer)
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** The third step: a code of the authenticator app, or a recovery code. Throws like `signIn`. */
export async function signInWithCode(ticket: string, code: string, request: typeof send): Promise<Session> {
  const answer = await request({ method: 'POST', path: '/verify/totp', body: { ticket, code } }).catch(refused)
  return sessionOf(answer as SignInAnswer | undefined)
}

function sessionOf(answer: SignInAnswer | undefined): Session {
  if (!answer?.token || !answer.user) throw new Error('Login failed: Missing token or user data')
  return { token: answer.token, user: answer.user }
}

/** A refusal without words of its own gets ours (AUTH-60, R-87). */
function refused(error: unknown): never {
  if (error instanceof ApiError && error.status === 401 && !error.spoken) {
    throw new Error('Invalid Credentials', { cause: error })
  }
  throw error
}
