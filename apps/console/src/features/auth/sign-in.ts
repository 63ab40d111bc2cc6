import type { UnsignedEvent, User } from '@hornets/contract/admin/auth'
import { ApiError } from '../../api/api-error.ts'
import type { Nip07 } from '../../api/nip07.ts'
import type { Session } from '../../api/session.ts'
import type { send } from '../../api/transport.ts'

export type SignInStep = 'checking' | 'signing' | 'verifying'

export interface SignInParts {
  readonly request: typeof send
  readonly extension: Nip07 | undefined
  /** Told before each step, so that the screen says what it waits for. */
  readonly onStep: (step: SignInStep) => void
}

/**
 * Signs in: the password gives a challenge, the extension signs it as it came, the signature gives a token. Throws an
 * Error whose message is for the user, in English.
 */
export async function signIn(npub: string, password: string, parts: SignInParts): Promise<Session> {
  const { request, extension, onStep } = parts
  if (!extension) throw new Error('Nostr extension is not available')
  onStep('checking')
  const { event } = (await request({ method: 'POST', path: '/login', body: { npub, password } }).catch(refused)) as {
    event: UnsignedEvent
  }
  onStep('signing')
  const signed = await extension.signEvent(event).catch(cause => {
    throw new Error('The extension did not sign. You are not signed in.', { cause })
  })
  onStep('verifying')
  const body = { challenge: signed.content, signature: signed.sig, messageHash: signed.id, event: signed }
  const answer = (await request({ method: 'POST', path: '/verify', body }).catch(refused)) as
    | { token?: string; user?: User }
    | undefined
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
