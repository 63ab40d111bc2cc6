import { ApiError } from '@hornets/server/api-error'
import { jsonIn } from '@hornets/server/http/body'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RefusalNotes } from '../../../refusals/refusal-log.ts'
import type { ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import { describeBlob } from '../../library/files/blob-url.ts'
import type { UploadPayments } from '../../library/keeping/payment-required.ts'
import type { MediaService } from '../../library/media-service.ts'
import type { OptimisedUploads } from '../../workers/optimised/optimised-uploads.ts'
import { downloadRoutes } from '../http/download-routes.ts'
import { offerMethods, openToEveryone } from '../http/public-scope.ts'
import { announcedOffer, bodyOf, credentialsOf, hashOf, offerOf, parseHash, wholeNumber } from '../http/read-request.ts'
import { type Nip96Parts, nip96Routes, writeNip96Error } from '../nip96/nip96-routes.ts'
import { optimiseRoute } from './optimise-routes.ts'
import { type ReportRouteParts, reportRoute } from './report-routes.ts'
import { thumbnailRoute } from './thumbnail-routes.ts'

export interface MediaRouteOptions {
  readonly names: { originFor(host: string, protocol: string): string; noteArrival(host: string, place: string): void }
  readonly optimised: OptimisedUploads
  readonly nip96: Nip96Parts
  readonly thumbnails: Pick<ThumbnailSource, 'read'>
  /** How uploaders that need more space can pay (BUD-07). */
  readonly payments?: UploadPayments
  readonly refusals?: RefusalNotes
  /** Keeps a report that a client sends by HTTP; without it there is no such route. */
  readonly report?: ReportRouteParts['report']
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const pageMax = 1000
const mirrorBodyBytesMax = 4096
const takesBody = { takesBody: true } as const

/** Blossom at the root of the public server (BUD-01, 02, 04 to 09, 11, 12), and NIP-96 beside it. */
export function mountMediaRoutes(app: FastifyInstance, media: MediaService, options: MediaRouteOptions): void {
  const { names, optimised, report, now } = options
  const originOf = (request: FastifyRequest) => names.originFor(request.headers.host ?? '', request.protocol)
  const noteName = ({ headers, ip }: FastifyRequest) => names.noteArrival(headers.host ?? '', ip)

  const { payments, refusals } = options
  const common = { ...(payments && { payments }), ...(refusals && { refusals }) }

  app.register(async scope => {
    openToEveryone(scope, { write: writeNip96Error, ...common })
    nip96Routes(scope, media, { ...options.nip96, originOf, noteName })
  })
  app.register(async scope => {
    openToEveryone(scope, common)
    offerMethods(scope, '/upload', ['HEAD', 'PUT'])
    offerMethods(scope, '/mirror', ['PUT'])
    offerMethods(scope, '/list/:pubkey', ['GET', 'HEAD'])
    offerMethods(scope, '/:blob', ['GET', 'HEAD', 'DELETE'])
    optimiseRoute(scope, { optimised, originOf })
    if (report) reportRoute(scope, { media, report, now })

    thumbnailRoute(scope, media, options.thumbnails)
    downloadRoutes(scope, '/:blob', media)
    scope.route({
      method: 'HEAD',
      url: '/upload',
      handler: async (request, reply) => {
        await media.checkUpload(announcedOffer(request), request.ip)
        return reply.code(200).send()
      },
    })
    scope.route({
      method: 'PUT',
      url: '/upload',
      config: takesBody,
      handler: async (request, reply) => {
        const origin = originOf(request)
        noteName(request)
        const { file, created } = await media.upload(offerOf(request), bodyOf(request), request.ip)
        return reply.code(created ? 201 : 200).send(describeBlob(file, origin))
      },
    })
    scope.route({
      method: 'PUT',
      url: '/mirror',
      config: takesBody,
      handler: async (request, reply) => {
        noteName(request)
        const url = await urlIn(request)
        const { file, created } = await media.mirror(credentialsOf(request), url, request.ip)
        return reply.code(created ? 201 : 200).send(describeBlob(file, originOf(request)))
      },
    })
    scope.route({
      method: 'DELETE',
      url: '/:blob',
      handler: async (request, reply) => {
        noteName(request)
        await media.release(hashOf(request), credentialsOf(request))
        return reply.send({ message: 'Deleted' })
      },
    })
    scope.route({
      method: 'GET',
      url: '/list/:pubkey',
      handler: async request => {
        const { pubkey = '' } = request.params as { pubkey?: string }
        if (!/^[0-9a-f]{64}$/.test(pubkey))
          throw new ApiError('bad_request', 'Expected /list/<public key in lower-case hex>')
        const query = request.query as Record<string, unknown>
        const cursor = query.cursor === undefined ? undefined : parseHash(String(query.cursor))
        if (cursor === null) throw new ApiError('bad_request', 'Expected the hash of a file as cursor')
        const wanted = {
          since: wholeNumber(query.since, 'since'),
          until: wholeNumber(query.until, 'until'),
          cursor,
          limit: Math.min(Math.max(wholeNumber(query.limit, 'limit') ?? pageMax, 1), pageMax),
        }
        const files = await media.list(pubkey, wanted, credentialsOf(request))
        const origin = originOf(request)
        return files.filter(({ hash }) => !media.isHidden(hash)).map(file => describeBlob(file, origin))
      },
    })
  })
}

/** Reads `{"url": …}` (BUD-04). Throws ApiError('bad_request'). */
async function urlIn(request: FastifyRequest): Promise<string> {
  const body = (await jsonIn(request, mirrorBodyBytesMax)) as { url?: unknown } | null
  if (typeof body?.url === 'string') return body.url
  throw new ApiError('bad_request', 'Expected {"url": "https://…"}')
}
