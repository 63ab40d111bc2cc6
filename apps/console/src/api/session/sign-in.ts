import { login, verify, verifyTotp } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '../calls/api-error.ts'
import type { Client } from '../calls/client.ts'
import { type Nip07, signerMissingText } from '../signers/nip07.ts'
import type { Session } from './session.ts'

export type SignInStep = 'checking' | 'signing' | 'verifying'

export interface SignInParts {
  readonly client: Client
  readonly extension: Nip07 | undefined
  /** Called before each step, so that the screen says what it waits for. */
  readonly onStep: (step: SignInStep) => void
  /** Cancels waiting for the signature: a closed prompt may never answer. */
  readonly signal?: AbortSignal
}

/** Two-factor is on: password and signature were right and give this ticket for the third step. */
export interface SecondStep {
  readonly ticket: string
}

/**
 * Password → challenge, signed unchanged → token, or a ticket with two-factor. Throws an Error for the user, in
 * English.
 */
export async function signIn(npub: string, password: string, parts: SignInParts): Promise<Session | SecondStep> {
  const { client, extension, onStep, signal } = parts
  if (!extension) throw new Error(signerMissingText)
  onStep('checking')
  const { event } = await client.call(login, { body: { npub, password } }).catch(refused)
  // Cancelled while the server was asked: the extension is not asked.
  signal?.throwIfAborted()
  onStep('signing')
  const signing = extension.signEvent(event).catch(cause => {
    throw new Error('The extension did not sign. You are not signed in.', { cause })
  })
  const signed = await Promise.race([signing, ...(signal ? [aborted(signal)] : [])])
  // Extensions hold several keys, and users switch between them.
  if (signed.pubkey !== event.pubkey) throw new Error('Another key signed than the one you chose')
  onStep('verifying')
  const body = { challenge: signed.content, signature: signed.sig, messageHash: signed.id, event: signed }
  const answer = await client.call(verify, { body }).catch(incomplete).catch(refused)
  return 'ticket' in answer ? { ticket: answer.ticket } : answer
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** The third step: a code from the app, or a recovery code. Throws like `signIn`. */
export async function signInWithCode(ticket: string, code: string, client: Client): Promise<Session> {
  return client.call(verifyTotp, { body: { ticket, code } }).catch(incomplete).catch(refused)
}

/** An answer without token or user is a failed sign-in (AUTH-19). */
function incomplete(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'answer') throw error
  throw new Error('Login failed: Missing token or user data', { cause: error })
}

/** A refusal without a message gets ours (AUTH-60, R-87). */
function refused(error: unknown): never {
  if (error instanceof ApiError && error.status === 401 && !error.spoken) {
    throw new Error('Invalid Credentials', { cause: error })
  }
  throw error
}
