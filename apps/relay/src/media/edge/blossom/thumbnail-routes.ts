import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'
import type { ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import type { MediaService } from '../../library/media-service.ts'
import { offerMethods } from '../http/public-scope.ts'
import { hashOf } from '../http/read-request.ts'
import { everybody } from '../http/send-blob.ts'

const url = '/thumb/:blob'

export function thumbnailRoute(
  scope: FastifyInstance,
  media: Pick<MediaService, 'find' | 'isHidden'>,
  thumbnails: Pick<ThumbnailSource, 'read'>,
): void {
  offerMethods(scope, url, ['GET', 'HEAD'])
  scope.get(url, async (request, reply) => {
    const hash = hashOf(request)
    const thumbnail = !media.isHidden(hash) && (await media.find(hash)) && (await thumbnails.read(hash))
    if (!thumbnail) throw new ApiError('not_found', 'This file does not exist')
    return reply.headers({ ...everybody.headers, 'content-type': 'image/webp' }).send(thumbnail)
  })
}
