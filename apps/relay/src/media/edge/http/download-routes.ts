import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MediaService } from '../../library/media-service.ts'
import { credentialsOf, hashOf } from './read-request.ts'
import { everybody, ownerAlone, sendBlob } from './send-blob.ts'

/** GET and HEAD of files (BUD-01, NIP-96). `url` holds the hash as `:blob`. */
export function downloadRoutes(scope: FastifyInstance, url: string, media: MediaService): void {
  scope.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { blob, audience } = await openBlob(media, request)
      await sendBlob(request, reply, blob, audience)
      if (isWhole(reply)) media.noteFetch(blob.file.hash)
      return reply
    },
  })
  scope.route({
    method: 'HEAD',
    url,
    handler: async (request, reply) => {
      const { blob, audience } = await openBlob(media, request)
      return sendBlob(request, reply, blob, audience)
    },
  })
}

/** Is this the start of a fetch? A player that continues from the middle has fetched the file once. */
function isWhole(reply: FastifyReply): boolean {
  const range = reply.getHeader('content-range')
  return reply.statusCode === 200 || (reply.statusCode === 206 && String(range).startsWith('bytes 0-'))
}

async function openBlob(media: MediaService, request: FastifyRequest) {
  const hash = hashOf(request)
  const readers = await media.readersOf(hash, credentialsOf(request))
  const blob = readers === 'nobody' ? null : await media.open(hash)
  if (!blob) throw new ApiError('not_found', 'This file does not exist')
  return { blob, audience: readers === 'owner' ? ownerAlone : everybody }
}
