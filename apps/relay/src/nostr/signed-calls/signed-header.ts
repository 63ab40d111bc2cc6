import { type NostrEvent, nostrEvent } from '@hornets/contract/nostr'
import { ApiError } from '@hornets/server/api-error'

const headerCharactersMax = 64 * 1024

/** The event of an Authorization header, unchecked. `wanted`: what to sign. Throws ApiError('unauthorized'). */
export function signedHeader(header: string | undefined, wanted: string): NostrEvent {
  if (!header) throw new ApiError('unauthorized', `Missing authorization: please sign ${wanted}`)
  const encoded = /^nostr\s+([\w+/=-]+)\s*$/i.exec(header)?.[1]
  if (!encoded || header.length > headerCharactersMax)
    throw invalidAuthorization('it is not of the form "Nostr <base64>"')
  try {
    // Node decodes base64 and base64url; clients send either.
    return nostrEvent.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch (cause) {
    throw invalidAuthorization('it is not an event', cause)
  }
}

export function invalidAuthorization(why: string, cause?: unknown): ApiError {
  return new ApiError('unauthorized', `The authorization is not valid: ${why}`, { cause })
}
