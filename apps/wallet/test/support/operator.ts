import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyInputOf, Endpoint, QueryInputOf } from '@hornets/contract'
import { challenge, verify } from '@hornets/contract/wallet/sign-in'
import { finalizeEvent, getPublicKey } from 'nostr-tools'

export interface Reply<Body> {
  readonly status: number
  readonly body: Body & { error?: string; code?: string }
}

interface CallOptions<E extends Endpoint> {
  readonly body?: BodyInputOf<E>
  readonly query?: Partial<QueryInputOf<E>>
  readonly headers?: Record<string, string>
}

export class Operator {
  readonly pubkey: string
  readonly #secret: Uint8Array
  readonly #url: () => string
  #token: string | undefined

  constructor(url: () => string, secret: Uint8Array = randomBytes(32)) {
    this.#url = url
    this.#secret = secret
    this.pubkey = getPublicKey(secret)
  }

  sign(content: string, kind = 1, createdAt = Math.floor(Date.now() / 1000)) {
    const { id, pubkey, created_at, tags, sig } = finalizeEvent(
      { kind, content, tags: [], created_at: createdAt },
      this.#secret,
    )
    return { id, pubkey, created_at, kind, tags, content, sig }
  }

  async signIn(): Promise<string> {
    const asked = await this.call(challenge)
    const event = this.sign(asked.body.content)
    const body = { challenge: asked.body.content, signature: event.sig, messageHash: event.id, event }
    const answered = await this.call(verify, { body })
    this.#token = answered.body.token
    return this.#token
  }

  signOut(): void {
    this.#token = undefined
  }

  async call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Reply<AnswerOf<E>>> {
    const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${this.#url()}${endpoint.path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) as Reply<AnswerOf<E>>['body'] }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
