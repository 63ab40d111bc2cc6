import { Buffer } from 'node:buffer'
import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { ApiError } from '@hornets/server/api-error'

/** The content of a connection address (NIP-47). */
export interface NwcPlace {
  /** Public key of the wallet service, hex. */
  readonly service: string
  readonly relayUrl: string
  /** 32 bytes; must be overwritten. */
  readonly secret: Buffer
}

/** Null unless `nostr+walletconnect://` with a websocket relay and a secret. The first of several relays is used. */
export function readNwcUri(text: string): NwcPlace | null {
  const [, service, query] = /^nostr\+?walletconnect:(?:\/\/)?([0-9a-f]{64})\/?\?(.+)$/i.exec(text.trim()) ?? []
  if (service === undefined) return null
  const parameters = new URLSearchParams(query)
  const [relay = '', secret = ''] = [parameters.get('relay') ?? '', parameters.get('secret') ?? '']
  if (!/^[0-9a-f]{64}$/i.test(secret) || !isWebsocket(relay)) return null
  return { service: service.toLowerCase(), relayUrl: relay, secret: Buffer.from(secret, 'hex') }
}

function isWebsocket(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^wss?:$/.test(parsed.protocol) && parsed.username === ''
}

export function invalidUri(): ApiError {
  const message = lightningSentences.uriInvalid
  return new ApiError('invalid_fields', message, { fields: { uri: message } })
}
