import { Buffer } from 'node:buffer'

/** What a connection address holds (NIP-47). */
export interface NwcPlace {
  /** Public key of the wallet service, hex. */
  readonly service: string
  readonly relayUrl: string
  /** 32 bytes; to be overwritten. */
  readonly secret: Buffer
}

/** Null for what is no `nostr+walletconnect://` address with a websocket relay and a secret. Of several relays the first. */
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
