import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeBlob } from '../../library/files/blob-url.ts'
import type { OptimisedUploads } from '../../workers/optimised/optimised-uploads.ts'
import { offerMethods } from '../http/public-scope.ts'
import { announcedOffer, bodyOf, offerOf } from '../http/read-request.ts'

export interface OptimiseRouteParts {
  readonly optimised: OptimisedUploads
  readonly originOf: (request: FastifyRequest) => string
}

/** PUT and HEAD /media (BUD-05): the descriptor is that of the optimised picture, `ox` the hash of the original. */
export function optimiseRoute(scope: FastifyInstance, { optimised, originOf }: OptimiseRouteParts): void {
  offerMethods(scope, '/media', ['HEAD', 'PUT'])
  scope.route({
    method: 'HEAD',
    url: '/media',
    handler: async (request, reply) => {
      await optimised.check(announcedOffer(request))
      return reply.code(200).send()
    },
  })
  scope.route({
    method: 'PUT',
    url: '/media',
    config: { takesBody: true },
    handler: async (request, reply) => {
      const origin = originOf(request)
      const { file, created, original, picture } = await optimised.upload(offerOf(request), bodyOf(request), request.ip)
      return reply.code(created ? 201 : 200).send(describeBlob(file, origin, { original, ...picture }))
    },
  })
}
