import type { IncomingMessage } from 'node:http'
import type { NostrEvent } from '@hornets/contract'
import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import { type UnsignedEvent, unsignedEvent } from '@hornets/contract/sign-in'
import { ApiError } from '@hornets/server/api-error'
import { parseSafely } from '@hornets/server/http/serve'
import type { HttpAnswer } from '@hornets/server/outgoing/http-request'
import { AnswerError } from '@hornets/server/outgoing/read-answer'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { asObject, asText, type Json, parsed, readList } from './answer-parts.ts'

export interface OldServerOptions {
  /** Of its console, as the operator entered it: the token goes nowhere else. */
  readonly url: string
  readonly token?: string | undefined
  readonly wayOut: Pick<WayOut, 'send' | 'stream'>
  readonly signal?: AbortSignal | undefined
  /** For a whole answer, and the longest silence in a file; shorter in tests. */
  readonly waitMs?: number | undefined
}

const answerBytesMax = 4 * 2 ** 20
const usualWaitMs = 30_000

/** A server of the family, spoken to as its console speaks. What it says is bounded, and believed only in shape. */
export class OldServer {
  readonly #options: OldServerOptions

  constructor(options: OldServerOptions) {
    this.#options = options
  }

  get url(): string {
    return this.#options.url
  }

  /** The event that the operator's key has to sign. Throws ApiError. */
  async challenge(npub: string, password: string): Promise<UnsignedEvent> {
    const { status, text } = await this.#send('POST', '/login', { npub, password })
    if (status === 401 || status === 403) throw new ApiError('forbidden', moveMessages.signInRefused)
    const event = parseSafely(unsignedEvent, asObject(parsed(text))?.event)
    if (status !== 200 || !event.success) throw new ApiError('bad_gateway', moveMessages.notOfTheFamily)
    return event.data
  }

  /** The same server, signed in. Throws ApiError. */
  async verify(event: NostrEvent): Promise<{ readonly server: OldServer; readonly token: string }> {
    const sent = { challenge: event.content, signature: event.sig, messageHash: event.id, event }
    const { status, text } = await this.#send('POST', '/verify', sent)
    const token = asObject(parsed(text))?.token
    if (status === 401 || status === 403) throw new ApiError('forbidden', moveMessages.signatureRefused)
    if (status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
      throw new ApiError('bad_gateway', moveMessages.notOfTheFamily)
    return { token, server: new OldServer({ ...this.#options, token }) }
  }

  /** Its token is worth nothing after that. Never rejects. */
  async signOut(): Promise<void> {
    await this.#send('POST', '/logout', {}).catch(() => undefined)
  }

  /** Null where it has nothing under this path. Throws ApiError; ServerFault for its own errors. */
  async read(path: string, maxBytes = answerBytesMax): Promise<unknown> {
    const { status, text } = await this.#send('GET', path, undefined, maxBytes)
    if (status === 401) throw new ApiError('forbidden', moveMessages.signedOut)
    if (status >= 500) throw new ServerFault(path, status)
    return status === 200 ? parsed(text) : null
  }

  /** The list under a name of the answer, or the answer itself; empty where it has none. Throws as `read`. */
  async readList(path: string, name: string | null, maxBytes?: number): Promise<readonly Json[]> {
    const answer = await this.read(path, maxBytes)
    return readList(name === null ? answer : asObject(answer)?.[name])
  }

  async readObject(path: string, maxBytes?: number): Promise<Json | null> {
    return asObject(await this.read(path, maxBytes)) ?? null
  }

  /** A public file of it or of its relay; the token is not sent. Null if it has none. */
  async openFile(base: string, hash: string): Promise<IncomingMessage | null> {
    const { wayOut, signal, waitMs: idleMs = usualWaitMs } = this.#options
    for (const path of [`/blossom/${hash}`, `/${hash}`]) {
      const headers = { accept: '*/*', 'accept-encoding': 'identity' }
      const answer = await wayOut
        .stream(new URL(`${base}${path}`), { method: 'GET', headers, idleMs, signal })
        .catch((cause: unknown) => Promise.reject(unreachable(cause, signal)))
      const isPage = String(answer.headers['content-type'] ?? '').startsWith('text/html')
      if (answer.statusCode === 200 && !isPage) return answer
      answer.destroy()
    }
    return null
  }

  /** The key of its relay, as that says itself (NIP-11); the token is not sent. */
  async relayKey(base: string): Promise<string | null> {
    const { wayOut, signal, waitMs: timeoutMs = usualWaitMs } = this.#options
    const sent = { headers: { accept: 'application/nostr+json' }, maxBytes: answerBytesMax, timeoutMs, signal }
    const answer = await wayOut.send(new URL(base), sent).catch(() => null)
    const key = asText(asObject(answer && parsed(answer.text))?.pubkey)
    return /^[0-9a-f]{64}$/.test(key) ? key : null
  }

  async #send(method: 'GET' | 'POST', path: string, body?: Json, maxBytes = answerBytesMax): Promise<HttpAnswer> {
    const { url, token, wayOut, signal, waitMs: timeoutMs = usualWaitMs } = this.#options
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const sent = { method, headers, maxBytes, timeoutMs, signal, ...(body && { body: JSON.stringify(body) }) }
    const answer = await wayOut
      .send(new URL(`${url.replace(/\/+$/, '')}${path}`), sent)
      .catch((cause: unknown) => Promise.reject(unreachable(cause, signal)))
    if (answer.status >= 300 && answer.status < 400) throw new ApiError('bad_gateway', moveMessages.leadsElsewhere)
    return answer
  }
}

export class ServerFault extends ApiError {
  readonly at: string

  constructor(path: string, status: number) {
    super('bad_gateway', moveMessages.fails)
    this.at = `${path}: ${status}`
  }
}

export class TooLong extends ApiError {
  constructor(cause: unknown) {
    super('bad_gateway', moveMessages.misbehaves, { cause })
  }
}

function unreachable(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (cause instanceof AnswerError && cause.code === 'too_long') return new TooLong(cause)
  return new ApiError('bad_gateway', moveMessages.unreachable, { cause })
}
