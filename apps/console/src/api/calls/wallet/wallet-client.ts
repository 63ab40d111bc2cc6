import type { UnsignedEvent } from '@hornets/contract/admin/accounts/auth'
import type { AnswerOf, Endpoint } from '@hornets/contract/endpoint'
import { messages } from '@hornets/contract/messages'
import { verify, challenge as walletChallenge } from '@hornets/contract/wallet/sign-in'
import { adminAuthorizationHeader } from '@hornets/contract/wallet/token'
import { walletPath } from '../../queries/cached.ts'
import { type AskPassword, withStepUp } from '../../session/step-up.ts'
import { type Nip07, signerMissingText } from '../../signers/nip07.ts'
import { ApiError } from '../api-error.ts'
import { callChecked } from '../check-answer.ts'
import type { CallInput, SignInAgain } from '../client.ts'
import type { RequestFacts } from '../transport.ts'
import { buildPath } from '../url.ts'

const authenticationFailed = 'Wallet authentication failed'
const notSignedText =
  'Wallet authentication failed: your extension did not sign. Nothing was paid. Allow this page there, then try again.'

type WalletInput<E extends Endpoint> = CallInput<E> & {
  /** One key per intention to pay: repeated calls never pay twice. */
  readonly idempotencyKey?: string
  /** Nobody asked for this call just now: it fails rather than opening a prompt of the extension. */
  readonly quiet?: boolean
}
type WalletArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: WalletInput<E>] : [input: WalletInput<E>]

interface TextInput {
  readonly query?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
  readonly quiet?: boolean
}

export interface WalletClient {
  /** Calls the wallet service; signs in first if needed. Throws ApiError. */
  call<E extends Endpoint>(endpoint: E, ...input: WalletArguments<E>): Promise<AnswerOf<E>>
  text(endpoint: Endpoint, input?: TextInput): Promise<string>
}

export interface WalletClientParts {
  /** The wallet's own token, never the admin's (WALLET-15, WAPI-07). */
  readonly token: () => string | null
  readonly keepToken: (token: string | null) => void
  readonly send: (request: RequestFacts) => Promise<unknown>
  readonly extension: () => Nip07 | undefined
  /**
   * The admin's token for the relay, which forwards payments and key calls only for a signed-in owner. Undefined where
   * calls go to the wallet's own address, which must not get it.
   */
  readonly adminToken: () => string | undefined
  /** The console's user, as hex: a wallet can have several operators. */
  readonly pubkey: () => string | undefined
  /** The token expired; the extension will be asked again (WALLET-20). */
  readonly onExpired: () => void
  /** The extension asks the user, who may have closed its prompt: called with the end of the wait, and what ends it. */
  readonly onSigning?: (wait: { readonly ended: AbortSignal; readonly cancel: () => void }) => void
  readonly signInAgain?: SignInAgain
  /** The relay requires the admin's password before forwarding payments and key calls. */
  readonly askPassword?: AskPassword
}

function signedInSender(parts: WalletClientParts) {
  const { token, keepToken, send } = parts
  let signingIn: Promise<string> | undefined

  /** Concurrent calls share one sign-in: the extension asks once. */
  function tokenBySignIn(): Promise<string> {
    signingIn ??= signIn(parts)
      .then(fresh => {
        keepToken(fresh)
        return fresh
      })
      .finally(() => {
        signingIn = undefined
      })
    return signingIn
  }

  return async (request: RequestFacts, quiet: boolean): Promise<unknown> => {
    if (quiet) return send({ ...request, token: token() ?? undefined })
    const used = token() ?? (await tokenBySignIn())
    try {
      return await send({ ...request, token: used })
    } catch (error) {
      if (!isUnauthorized(error) || isOfTheRelay(error)) throw error
      // Another call may have signed in meanwhile.
      if (token() === used) keepToken(null)
      if (!isExpired(error)) throw failedSignIn(error)
      if (!token() && !signingIn) parts.onExpired()
    }
    // Once per action: a wallet that rejects its own new token would otherwise cause endless prompts.
    const fresh = token() ?? (await tokenBySignIn())
    return send({ ...request, token: fresh }).catch(error => {
      if (!isUnauthorized(error) || isOfTheRelay(error)) throw error
      keepToken(null)
      throw failedSignIn(error)
    })
  }
}

export function createWalletClient(parts: WalletClientParts): WalletClient {
  const { send } = parts
  const sendSignedIn = signedInSender(parts)
  return {
    async call<E extends Endpoint>(endpoint: E, ...[input]: WalletArguments<E>): Promise<AnswerOf<E>> {
      const {
        params,
        query,
        body,
        signal,
        idempotencyKey,
        quiet = false,
      } = (input ?? {}) as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
        signal?: AbortSignal
        idempotencyKey?: string
        quiet?: boolean
      }
      const requestWith = (adminToken: string | undefined): RequestFacts => ({
        method: endpoint.method,
        path: walletPath + buildPath(endpoint.path, params, query),
        body,
        signal,
        headers: {
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(endpoint.role && adminToken !== undefined && { [adminAuthorizationHeader]: `Bearer ${adminToken}` }),
        },
      })
      const ask = quiet ? undefined : parts.askPassword
      const attempt = (request: RequestFacts) =>
        callChecked(endpoint, () =>
          endpoint.access === 'session'
            ? withStepUp(ask, request.path, () => sendSignedIn(request, quiet))
            : send(request),
        )
      const token = parts.adminToken()
      return attempt(requestWith(token)).catch(async error => {
        const hasEnded = !quiet && token !== undefined && isUnauthorized(error) && isOfTheRelay(error)
        if (!hasEnded || !(await parts.signInAgain?.({ token, isChange: endpoint.method !== 'GET' }))) throw error
        return attempt(requestWith(parts.adminToken()))
      })
    },
    async text({ method, path }, { query, signal, quiet = false } = {}) {
      const request = { method, path: walletPath + buildPath(path, {}, query), signal, asText: true }
      return (await sendSignedIn(request, quiet)) as string
    },
  }
}

/** Challenge, signature, token (WALLET-16). Throws ApiError with a message for the user. */
async function signIn({ send, extension, pubkey, onSigning }: WalletClientParts): Promise<string> {
  const signer = extension()
  if (!signer) throw new ApiError({ status: 401, code: 'unauthorized', message: signerMissingText })
  try {
    const path = walletPath + buildPath(walletChallenge.path, {}, { pubkey: pubkey() })
    const given = (await send({ method: walletChallenge.method, path })) as Partial<UnsignedEvent> | undefined
    if (typeof given?.content !== 'string') throw new Error('expected a challenge with content')
    // Other wallets of the family answer only with the content: then the rest of the event is ours.
    const note = { kind: 1, created_at: Math.floor(Date.now() / 1000), tags: [], ...given } as UnsignedEvent
    const event = await waitFor(signer.signEvent(note), onSigning).catch(cause => {
      throw new ApiError({ status: 401, code: 'unauthorized', message: notSignedText, cause })
    })
    const body = { challenge: given.content, signature: event.sig, messageHash: event.id, event }
    const request = { method: verify.method, path: walletPath + verify.path, body }
    return (await callChecked(verify, () => send(request))).token
  } catch (error) {
    throw passesOn(error) || (error instanceof ApiError && error.message === notSignedText)
      ? error
      : failedSignIn(error)
  }
}

/** Rejects too when the user cancels the wait. */
function waitFor<Signed>(signing: Promise<Signed>, onSigning: WalletClientParts['onSigning']): Promise<Signed> {
  const end = new AbortController()
  const { promise: cancelled, reject } = Promise.withResolvers<never>()
  onSigning?.({ ended: end.signal, cancel: () => reject(new Error('the wait was cancelled')) })
  return Promise.race([signing, cancelled]).finally(() => end.abort())
}

/** No answer, an unavailable wallet and too many attempts are more specific than a failed sign-in. */
const passesOn = (error: unknown) =>
  error instanceof ApiError && ['network', 'unavailable', 'rate_limited'].includes(error.code)

const failedSignIn = (cause: unknown) =>
  new ApiError({ status: 401, code: 'unauthorized', message: authenticationFailed, cause })

const isUnauthorized = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401

/** The relay's message: the admin's session has ended, not the wallet's. */
const isOfTheRelay = ({ message }: ApiError) =>
  message === messages.tokenInvalid || message === messages.authorizationMissing

const isExpired = ({ message }: ApiError) => /Token expired|Unauthorized: Invalid token/.test(message)
