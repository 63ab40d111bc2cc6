import { adminAuthorizationHeader } from '@hornets/contract/wallet/token'
import type { FastifyInstance } from 'fastify'

const preflightSeconds = '600'

/** No cookies: sessions are tokens in a header. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': `Authorization, Content-Type, ${adminAuthorizationHeader}`,
      'access-control-max-age': preflightSeconds,
    })
    return reply.code(204).send()
  })
}
