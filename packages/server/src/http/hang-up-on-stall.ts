import type { FastifyReply, FastifyRequest } from 'fastify'

const usualStallMs = 60_000

/** Ends a download whose reader takes nothing for a minute, so that it cannot hold files and places. */
export function hangUpOnStall(request: FastifyRequest, reply: FastifyReply, stallMs = usualStallMs): void {
  reply.raw.setTimeout(stallMs, () => request.raw.socket.destroy())
}
