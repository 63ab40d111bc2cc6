import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RelayInfo } from './relay-info.ts'

const documentType = 'application/nostr+json'

/** NIP-11 at `/` on request, from any origin as the NIP requires; its preflight answers for Blossom too (BUD-01). */
export function mountRelayInfo(app: FastifyInstance, relayInfo: RelayInfo): void {
  app.get('/', (request, reply) => {
    allowAnyOrigin(reply).header('vary', 'Accept')
    if (request.headers.accept?.includes(documentType)) {
      return reply.type(documentType).send(JSON.stringify(relayInfo.document()))
    }
    return reply
      .type('text/plain; charset=utf-8')
      .send(`${relayInfo.document().name}\nA Nostr relay. Please connect with a Nostr client.\n`)
  })
  app.options('/', (_request, reply) => {
    return allowAnyOrigin(reply).header('access-control-max-age', '86400').code(204).send()
  })
}

function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-headers', 'Authorization, *')
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
}
