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

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
}

/** On every answer, errors included. No CORS header is ever set: the console is of the same origin. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // Only behind TLS: over plain HTTP browsers ignore it (RFC 6797, 7.2). The protocol is a trusted proxy's word.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
