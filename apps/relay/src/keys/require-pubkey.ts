import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import { toPubkeyHex } from './nostr-keys.ts'

/** Hex of a key given as hex or npub in a query. Throws ApiError('bad_request') that names the field. */
export function requirePubkey(given: string, field = 'pubkey'): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('bad_request', messages.pubkeyInvalid, { fields: { [field]: messages.pubkeyInvalid } })
}
