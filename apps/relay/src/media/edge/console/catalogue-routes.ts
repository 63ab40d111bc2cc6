import {
  fileMonths,
  fileTotals,
  getFileDetails,
  listFileEvents,
  listFileOwners,
  listFileRange,
  listFiles,
} from '@hornets/contract/admin/files/catalogue'
import { getFile, getLinkedFile, getLinkedThumbnail } from '@hornets/contract/admin/files/file-contents'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { EventStore } from '../../../events/event-store.ts'
import { consoleScopeOf } from '../../../policy/read-policy.ts'
import type { FileCatalogue, ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import { eventsUsing } from '../../library/catalogue/event-uses.ts'
import type { FileLinks } from '../../library/links/file-links.ts'
import type { MediaService } from '../../library/media-service.ts'
import { type Audience, consoleHeaders, sendBlob } from '../http/send-blob.ts'

export interface CatalogueRoutesParts {
  readonly catalogue: FileCatalogue
  readonly service: Pick<MediaService, 'openAny'>
  readonly thumbnails: Pick<ThumbnailSource, 'read'>
  readonly links: FileLinks
  readonly events: Pick<EventStore, 'query'>
}

export function catalogueRoutes(serve: Serve<AdminSession>, parts: CatalogueRoutesParts): void {
  const { catalogue, links, events } = parts
  serve(listFiles, ({ query }) => catalogue.page(query))
  serve(listFileRange, ({ query }) => catalogue.range(query))
  serve(fileMonths, ({ query }) => catalogue.months(query))
  serve(fileTotals, () => catalogue.totals())
  serve(listFileOwners, ({ query }) => catalogue.owners(query))
  serve(getFileDetails, ({ params }) => catalogue.details(params.hash))
  serve(listFileEvents, ({ params, query, session }) =>
    eventsUsing(events, params.hash, { limit: query.limit, scope: consoleScopeOf(session.account.role) }),
  )
  serve(getFile, ({ params, query, request, reply }) => send(parts, params.hash, query, request, reply))
  serve(getLinkedFile, ({ params, query, request, reply }) => {
    if (!links.isGood('content', params.hash, query)) throw new ApiError('forbidden', fileMessages.linkOver)
    return send(parts, params.hash, query, request, reply)
  })
  serve(getLinkedThumbnail, async ({ params, query, reply }) => {
    if (!links.isGood('thumbnail', params.hash, query)) throw new ApiError('forbidden', fileMessages.linkOver)
    const thumbnail = await parts.thumbnails.read(params.hash)
    if (!thumbnail) throw new ApiError('not_found', fileMessages.fileUnknown)
    return reply.headers({ ...consoleHeaders, 'content-type': getLinkedThumbnail.produces }).send(thumbnail)
  })
}

async function send(
  { service, catalogue }: CatalogueRoutesParts,
  hash: string,
  { download }: { readonly download?: '1' | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const blob = await service.openAny(hash)
  if (!blob) throw new ApiError('not_found', fileMessages.fileUnknown)
  const name = await catalogue.nameOf(hash)
  const audience: Audience = { headers: consoleHeaders, name, isDownload: download === '1' }
  return sendBlob(request, reply, blob, audience)
}
