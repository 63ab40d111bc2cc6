import type { FastifyInstance } from 'fastify'

/** No inline scripts or styles, no external sources, no framing (CSP 3). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On every response, errors included. Never CORS: the console has the same origin. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // API answers are private; console files set their own caching.
  'cache-control': 'no-store',
}

/** For the console's own document, which scans signers' QR codes. Nothing else gets the camera. */
export const consolePermissions = securityHeaders['permissions-policy'].replace('camera=()', 'camera=(self)')

const workerPolicy = (reach: string) => `default-src 'none'; connect-src ${reach}; frame-ancestors 'none'`

/** By worker of the console: each can reach others, but runs no other script. Documents can only reach this server. */
export const workerPolicies = {
  /** Remote signers (NIP-46): relays, and a signer's well-known file. */
  bunker: workerPolicy('https: wss: ws://localhost:* ws://127.0.0.1:*'),
  /** An operator's other relays (NIP-86): like the signers', over HTTP. */
  relay: workerPolicy('https: http://localhost:* http://127.0.0.1:*'),
  /** The server whose address the operator entered, also in their own network. */
  server: workerPolicy('https: http:'),
} as const

/** Headers that only documents need; other files omit them to save bytes. */
export const documentHeaders = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const satisfies (keyof typeof securityHeaders)[]

/** Only behind TLS: browsers ignore it over plain HTTP (RFC 6797, 7.2). A trusted proxy tells whether it is TLS. */
export function insistOnTls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
