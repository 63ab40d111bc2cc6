import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpAuthorizer, Signature } from '../../../nostr/signed-calls/http-authorizer.ts'
import type { Authorization } from '../../library/authorization.ts'
import type { ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import { describeBlob } from '../../library/files/blob-url.ts'
import type { FileIndex, StoredFile } from '../../library/files/file-index.ts'
import type { OwnerLimits } from '../../library/keeping/file-quota.ts'
import type { MediaService } from '../../library/media-service.ts'
import { normaliseMime } from '../../library/mime/mime.ts'
import type { Uploader, UploadOffer } from '../../library/uploads/upload-offer.ts'
import { downloadRoutes } from '../http/download-routes.ts'
import { offerMethods } from '../http/public-scope.ts'
import { hashOf, wholeNumber } from '../http/read-request.ts'
import { besidesBytesMax, type FormFile, UploadForm } from './upload-form.ts'

export interface Nip96Parts {
  readonly authorizer: Pick<HttpAuthorizer, 'authorize'>
  readonly index: Pick<FileIndex, 'listPage'>
  readonly facts: Pick<ThumbnailSource, 'factsOf'>
  readonly limitsOfStrangers: () => OwnerLimits
  /** Longest wait for the parts of a form besides the file. */
  readonly idleMs: number
}

interface Nip96Addresses {
  readonly originOf: (request: FastifyRequest) => string
  readonly noteName: (request: FastifyRequest) => void
}

const api = '/nip96'
const wellKnown = '/.well-known/nostr/nip96.json'
const pageMax = 100

/** Files for older clients (NIP-96), by the same rules as Blossom's. */
export function nip96Routes(scope: FastifyInstance, media: MediaService, parts: Nip96Parts & Nip96Addresses): void {
  const { authorizer, index, facts, idleMs, originOf, noteName } = parts
  offerMethods(scope, wellKnown, ['GET', 'HEAD'])
  offerMethods(scope, api, ['GET', 'HEAD', 'POST'])
  offerMethods(scope, `${api}/:blob`, ['GET', 'HEAD', 'DELETE'])
  downloadRoutes(scope, `${api}/:blob`, media)

  const describe = async (files: readonly StoredFile[], origin: string) => {
    const known = await facts.factsOf(files.map(({ hash }) => hash))
    return files.map(file => [...describeBlob(file, origin, known.get(file.hash)).nip94])
  }

  scope.get(wellKnown, request => documentOf(originOf(request), parts.limitsOfStrangers()))
  scope.route({
    method: 'POST',
    url: api,
    config: { takesBody: true },
    handler: async (request, reply) => {
      noteName(request)
      const uploader = uploaderBy(authorizer.authorize(request))
      const form = new UploadForm(request.raw, idleMs)
      try {
        const sent = await form.file()
        const offer = { ...offerOf(form, sent, request), beforeKept: () => endOf(form) }
        const { file, created } = await media.uploadFor(uploader, offer, sent.body, request.ip)
        const [tags = []] = await describe([file], originOf(request))
        const alt = form.fields.get('alt')
        return reply
          .code(created ? 201 : 200)
          .send({
            status: 'success',
            message: created ? 'Uploaded' : 'This file was already here',
            nip94_event: { tags: alt ? [...tags, ['alt', alt]] : tags, content: form.fields.get('caption') ?? '' },
          })
      } catch (error) {
        throw asFormError(error)
      } finally {
        form.close()
      }
    },
  })
  scope.route({
    method: 'GET',
    url: api,
    exposeHeadRoute: false,
    handler: async request => {
      noteName(request)
      const { pubkey } = authorizer.authorize(request)
      const query = request.query as Record<string, unknown>
      const page = wholeNumber(query.page, 'page') ?? 0
      const count = Math.min(Math.max(wholeNumber(query.count, 'count') ?? pageMax, 1), pageMax)
      const { files, total } = await index.listPage(pubkey, { offset: page * count, limit: count })
      const tags = await describe(files, originOf(request))
      const listed = files.map(({ uploadedAt }, place) => ({ tags: tags[place], content: '', created_at: uploadedAt }))
      return { count, total, page, files: listed }
    },
  })
  scope.route({
    method: 'DELETE',
    url: `${api}/:blob`,
    handler: async request => {
      noteName(request)
      await media.releaseFor(hashOf(request), uploaderBy(authorizer.authorize(request)))
      return { status: 'success', message: 'File deleted.' }
    },
  })
}

/** Only a signature with a payload names a file. */
const uploaderBy = ({ payload, ...signer }: Signature): Uploader & Authorization => ({
  ...signer,
  hashTag: 'payload',
  allows: hash => payload === null || payload === hash,
})

/** An error's body as in NIP-96, with what the relay's other answers have. */
export const writeNip96Error = (error: ApiError) => ({ ...error.body(), status: 'error', message: error.message })

function documentOf(origin: string, { totalBytes, files, fileBytes, days }: OwnerLimits) {
  const isFree = totalBytes !== 0 && files !== 0
  const free = {
    name: 'Free',
    is_nip98_required: true,
    max_byte_size: fileBytes,
    file_expiration: [days ?? 0, days ?? 0],
  }
  return { api_url: origin + api, download_url: origin, supported_nips: [94, 96, 98], plans: isFree ? { free } : {} }
}

/** What is known of a file before its content. Throws ApiError('bad_request'). */
function offerOf({ fields }: UploadForm, { mime, name }: FormFile, { headers }: FastifyRequest) {
  assertFields(fields)
  const size = wholeNumber(fields.get('size') || undefined, 'size') ?? 0
  // The form holds more than the file, but not much more.
  const bytes = Math.max(size, Number(headers['content-length'] ?? 0) - besidesBytesMax)
  const type = normaliseMime(fields.get('content_type')) ?? normaliseMime(mime)
  return { hash: null, mime: type, bytes: bytes > 0 ? bytes : null, name } satisfies Partial<UploadOffer>
}

async function endOf(form: UploadForm): Promise<void> {
  await form.ended()
  assertFields(form.fields)
}

function assertFields(fields: ReadonlyMap<string, string>): void {
  for (const name of ['size', 'expiration']) wholeNumber(fields.get(name) || undefined, name)
}

/** NIP-96 knows no status of its own for a type that is not accepted. */
function asFormError(error: unknown): unknown {
  const isType = error instanceof ApiError && error.code === 'unsupported_media_type'
  return isType
    ? new ApiError('bad_request', error.message, { cause: error, ...(error.why && { why: error.why }) })
    : error
}
