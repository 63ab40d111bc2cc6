import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** The relay's key pair for push services (RFC 8292), on P-256. */
export interface VapidKeys {
  /** 65 bytes, base64url; browsers subscribe with it. */
  readonly publicKey: string
  /** 32 bytes, base64url; a secret. */
  readonly privateKey: string
}

/** Push services refuse tokens that are valid for more than a day. */
const validSeconds = 12 * 60 * 60

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const padded = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: padded.toString('base64url') }
}

/** `Authorization` with a token signed by ES256. `contact`: `mailto:` or `https:` address; `now`: milliseconds. */
export function vapidHeader(
  keys: VapidKeys,
  endpoint: URL,
  { contact, now }: { contact: string; now: number },
): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + validSeconds, sub: contact }
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: keyOf(keys), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function keyOf({ publicKey, privateKey }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' })
}
