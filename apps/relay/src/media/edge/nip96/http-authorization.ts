import type { NostrEvent } from '@hornets/contract/nostr'
import { UsedOnce } from '../../../nostr/used-once.ts'
import {
  type Authorization,
  invalidAuthorization,
  signedHeader,
  type VerifyEvent,
} from '../../library/authorization.ts'
import type { Uploader } from '../../library/uploads/upload-offer.ts'
import { parseHash } from '../http/read-request.ts'

export interface HttpAuthorizerOptions {
  readonly verifyEvent: VerifyEvent
  /** Whether this address leads to this relay, whatever the Host header says. */
  readonly isOurs: (address: string) => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The signed request. */
export interface SignedRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  readonly headers: { readonly authorization?: string | undefined }
  /** Set to the key whose signature was checked. */
  signer?: string | null
}

const authorizationKind = 27235
/** How far the client's clock may differ, and how long a signature is good for. */
const windowSeconds = 60

/** Checks signed HTTP requests (NIP-98). */
export class HttpAuthorizer {
  readonly #options: HttpAuthorizerOptions
  readonly #used: UsedOnce

  constructor(options: HttpAuthorizerOptions) {
    this.#options = options
    this.#used = new UsedOnce(options.now)
  }

  /**
   * The signer of this very request; each signature is valid once. The file's hash is checked later, by `allows`: only a signature with a payload
   * names one. Throws ApiError('unauthorized').
   */
  async authorize(request: SignedRequest): Promise<Uploader & Authorization> {
    const { method, url, headers } = request
    const event = signedHeader(headers.authorization, `a kind ${authorizationKind} event (NIP-98)`)
    if (event.kind !== authorizationKind) throw invalidAuthorization(`it is not of kind ${authorizationKind}`)
    if (Math.abs(this.#options.now() / 1000 - event.created_at) > windowSeconds)
      throw invalidAuthorization(`it is more than ${windowSeconds} seconds old, or your clock is wrong`)
    if (only(event, 'method')?.toUpperCase() !== method) throw invalidAuthorization(`it is not for ${method}`)
    if (!this.#isFor(only(event, 'u'), url)) throw invalidAuthorization('it is for another address (u tag)')
    const payload = payloadOf(event)
    if (!(await this.#options.verifyEvent(event))) throw invalidAuthorization('its signature is wrong')
    request.signer = event.pubkey
    const expiresAt = event.created_at + windowSeconds + 1
    // Deletions are remembered in the index of files.
    const isNew = method === 'DELETE' || this.#used.use(event.sig, expiresAt * 1000)
    if (!isNew) throw invalidAuthorization('it was used before')
    return {
      eventId: event.id,
      pubkey: event.pubkey,
      expiresAt,
      allows: hash => payload === null || payload === hash,
      hashTag: 'payload',
    }
  }

  #isFor(signed: string | undefined, url: string): boolean {
    const address = signed === undefined ? null : URL.parse(signed)
    const asked = URL.parse(`http://relay${url.replace(/^\/+/, '/')}`)
    if (!(signed && address && asked && this.#options.isOurs(signed))) return false
    return address.pathname + address.search + address.hash === asked.pathname + asked.search
  }
}

/** The value of a tag that must come once. */
function only({ tags }: NostrEvent, name: string): string | undefined {
  const [tag, ...others] = tags.filter(([one]) => one === name)
  return others.length === 0 ? tag?.[1] : undefined
}

/** SHA-256 of the file: hex as in NIP-98, base64 as in NIP-96. Null if not signed. */
function payloadOf(event: NostrEvent): string | null {
  if (!event.tags.some(([name]) => name === 'payload')) return null
  const payload = only(event, 'payload') ?? ''
  const bytes = /^[\w+/-]{43}=?$/.test(payload) ? Buffer.from(payload, 'base64').toString('hex') : payload
  const hash = parseHash(bytes)
  if (hash === null) throw invalidAuthorization('its payload is no SHA-256 hash')
  return hash
}
