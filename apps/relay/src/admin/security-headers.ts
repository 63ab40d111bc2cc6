import type { FastifyInstance } from 'fastify'

/** No inline script or style, nothing from elsewhere, no frame around it (CSP 3). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer, errors included. No CORS header is ever set: the console is of the same origin. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Whatever the API answers is one admin's; files of the console say otherwise themselves.
  'cache-control': 'no-store',
}

/** Of the console's own document: it scans QR codes of signers. The sign-in and whatever else is served have no camera. */
export const consolePermissions = securityHeaders['permissions-policy'].replace('camera=()', 'camera=(self)')

/**
 * Of the one script that speaks with remote signers (NIP-46), as a worker with a policy of its own: it reaches relays, and
 * a signer's well-known file, but runs no other script. The documents themselves go on reaching this server only.
 */
export const signerPolicy =
  "default-src 'none'; connect-src https: wss: ws://localhost:* ws://127.0.0.1:*; frame-ancestors 'none'"

/** What only a document heeds: a script, a style or a font is spared its weight. */
export const documentHeaders = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const satisfies (keyof typeof securityHeaders)[]

/** Behind TLS only: over plain HTTP browsers ignore it (RFC 6797, 7.2). That it is TLS is a trusted proxy's word. */
export function insistOnTls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
