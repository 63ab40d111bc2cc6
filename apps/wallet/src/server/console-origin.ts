import type { FastifyInstance } from 'fastify'

const allowedHeaders = 'authorization, content-type, idempotency-key'

/** CORS. Without an origin no page can call; the console then goes through the relay's admin server. */
export function allowConsoleOrigin(app: FastifyInstance, origin: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    if (origin === undefined || request.headers.origin !== origin) return
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST')
    reply.header('access-control-allow-headers', allowedHeaders)
    reply.header('access-control-max-age', '600')
    await reply.code(204).send()
  })
}
