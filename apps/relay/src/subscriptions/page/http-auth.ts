import { messages } from '@hornets/contract'
import { type NostrEvent, nostrEvent } from '@hornets/contract/nostr'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { UsedOnce } from '../../nostr/used-once.ts'

/** NIP-98. */
const authorizationKind = 27_235
const agedSecondsMax = 60
const headerCharactersMax = 8192

export interface HttpAuthParts {
  readonly isGenuine: (event: NostrEvent) => boolean
  /** Does this address lead to this relay? */
  readonly isOurs: (address: string) => boolean
  readonly now: Clock
}

export interface HttpAuthCall {
  readonly method: string
  readonly path: string
  /** Signatures that were shown before. */
  readonly used: UsedOnce
}

/**
 * The key that signed a call by NIP-98: for this method and this path of this relay, within the last minute. Each
 * signature is valid once. Throws ApiError('unauthorized').
 */
export function signerOf(
  header: string | undefined,
  call: HttpAuthCall,
  { isGenuine, isOurs, now }: HttpAuthParts,
): string {
  const event = decode(header)
  const tag = (name: string) => event.tags.find(([first]) => first === name)?.[1] ?? ''
  const url = URL.parse(tag('u'))
  if (event.kind !== authorizationKind) throw refused()
  if (Math.abs(event.created_at - now() / 1000) > agedSecondsMax) throw refused()
  if (!url || !isOurs(url.origin) || url.pathname !== call.path || url.search !== '') throw refused()
  if (tag('method').toUpperCase() !== call.method) throw refused()
  if (!isGenuine(event)) throw refused()
  if (!call.used.use(event.sig, (event.created_at + agedSecondsMax) * 1000)) throw refused()
  return event.pubkey
}

function decode(header: string | undefined): NostrEvent {
  const [, encoded] = /^Nostr ([\w+/=-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined || encoded.length > headerCharactersMax) throw refused()
  try {
    return nostrEvent.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    throw refused()
  }
}

const refused = () => new ApiError('unauthorized', messages.httpAuthInvalid)
