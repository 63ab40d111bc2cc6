import type { NostrEvent } from '@hornets/contract/nostr'
import { invalidAuthorization, signedHeader } from './signed-header.ts'
import { UsedOnce } from './used-once.ts'

export interface HttpAuthorizerOptions {
  readonly isGenuine: (event: NostrEvent) => boolean
  /** Whether this address leads to this relay, whatever the Host header says. */
  readonly isOurs: (address: string) => boolean
  readonly now: () => number
}

export interface SignedRequest {
  readonly method: string
  readonly url: string
  readonly headers: { readonly authorization?: string | undefined }
  signer?: string | null
}

export interface Signature {
  readonly eventId: string
  readonly pubkey: string
  /** Unix seconds. */
  readonly expiresAt: number
  /** SHA-256 of the body, hex; null if it was not signed. */
  readonly payload: string | null
}

const authorizationKind = 27235
/** How far the client's clock may differ, and how long a signature is good for. */
const windowSeconds = 60

/** Checks signed HTTP requests (NIP-98), the same ones for every part of the relay: each signature is valid once. */
export class HttpAuthorizer {
  readonly #options: HttpAuthorizerOptions
  readonly #used: UsedOnce

  constructor(options: HttpAuthorizerOptions) {
    this.#options = options
    this.#used = new UsedOnce(options.now)
  }

  /** The payload is the caller's to compare. `once`: what is valid once. Throws ApiError('unauthorized'). */
  authorize(request: SignedRequest, { once = 'sig' }: { readonly once?: 'sig' | 'id' } = {}): Signature {
    const { method, url, headers } = request
    const event = signedHeader(headers.authorization, `a kind ${authorizationKind} event (NIP-98)`)
    if (event.kind !== authorizationKind) throw invalidAuthorization(`it is not of kind ${authorizationKind}`)
    if (Math.abs(this.#options.now() / 1000 - event.created_at) > windowSeconds)
      throw invalidAuthorization(`it is more than ${windowSeconds} seconds old, or your clock is wrong`)
    if (only(event, 'method')?.toUpperCase() !== method) throw invalidAuthorization(`it is not for ${method}`)
    if (!this.#isFor(only(event, 'u'), url)) throw invalidAuthorization('it is for another address (u tag)')
    const payload = payloadOf(event)
    if (!this.#options.isGenuine(event)) throw invalidAuthorization('its signature is wrong')
    request.signer = event.pubkey
    const expiresAt = event.created_at + windowSeconds + 1
    if (!this.#used.use(event[once], expiresAt * 1000)) throw invalidAuthorization('it was used before')
    return { eventId: event.id, pubkey: event.pubkey, expiresAt, payload }
  }

  #isFor(signed: string | undefined, url: string): boolean {
    const address = signed === undefined ? null : URL.parse(signed)
    const asked = URL.parse(`http://relay${url.replace(/^\/+/, '/')}`)
    if (!(signed && address && asked && this.#options.isOurs(signed))) return false
    return address.pathname + address.search + address.hash === asked.pathname + asked.search
  }
}

function only({ tags }: NostrEvent, name: string): string | undefined {
  const [tag, ...others] = tags.filter(([one]) => one === name)
  return others.length === 0 ? tag?.[1] : undefined
}

/** SHA-256 of the file: hex as in NIP-98, base64 as in NIP-96. Null if not signed. */
function payloadOf(event: NostrEvent): string | null {
  if (!event.tags.some(([name]) => name === 'payload')) return null
  const payload = only(event, 'payload') ?? ''
  const bytes = /^[\w+/-]{43}=?$/.test(payload) ? Buffer.from(payload, 'base64').toString('hex') : payload
  if (!/^[0-9a-f]{64}$/i.test(bytes)) throw invalidAuthorization('its payload is no SHA-256 hash')
  return bytes.toLowerCase()
}
