import { type NostrEvent, nostrEvent } from '@hornets/contract/nostr'
import { ApiError } from '@hornets/server/api-error'
import { jsonIn } from '@hornets/server/http/body'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PublishAnswer } from '../../../nostr/event-intake.ts'
import type { MediaService } from '../../library/media-service.ts'
import { offerMethods } from '../http/public-scope.ts'
import { parseHash } from '../http/read-request.ts'

export interface ReportRouteParts {
  readonly media: Pick<MediaService, 'find'>
  /** Publishes an event as one that came by websocket from this address (`customerKeys`): the OK answer. */
  readonly report: (event: NostrEvent, place: string) => Promise<PublishAnswer>
  readonly now: () => number
}

const reportKind = 1984
const bodyBytesMax = 64 * 1024
const limit = { burst: 20, perMinute: 10 }

/** PUT /report (BUD-09): a signed report that names stored files by their hashes, kept like any other report. */
export function reportRoute(scope: FastifyInstance, { media, report, now }: ReportRouteParts): void {
  const limiter = new CustomerLimiter(limit, now)
  offerMethods(scope, '/report', ['PUT'])
  scope.route({
    method: 'PUT',
    url: '/report',
    config: { takesBody: true },
    handler: async (request, reply) => {
      limiter.take(request.ip)
      const event = await reportIn(request)
      const found = await Promise.all(reportedFiles(event).map(hash => media.find(hash)))
      if (!found.some(Boolean)) throw new ApiError('not_found', 'None of the reported files exist here')
      const answer = await report(event, request.ip)
      if (!answer.accepted) throw refusalOf(answer)
      return reply.code(200).send({ message: 'Thank you. The operator sees your report.' })
    },
  })
}

async function reportIn(request: FastifyRequest): Promise<NostrEvent> {
  const { success, data } = nostrEvent.safeParse(await jsonIn(request, bodyBytesMax))
  if (!success || data.kind !== reportKind)
    throw new ApiError('bad_request', 'Expected a signed report, an event of kind 1984 (NIP-56)')
  if (reportedFiles(data).length === 0)
    throw new ApiError('bad_request', 'Expected the hash of a file in an x tag of the report')
  return data
}

const filesMax = 20

function reportedFiles({ tags }: NostrEvent): string[] {
  const named = tags.filter(([name, value = '']) => name === 'x' && parseHash(value) === value)
  return [...new Set(named.map(([, hash = '']) => hash))].slice(0, filesMax)
}

type Refused = Extract<PublishAnswer, { accepted: false }>

function refusalOf({ message, ...why }: Refused): ApiError {
  const [prefix] = message.split(':', 1)
  if (prefix === 'invalid') return new ApiError('bad_request', message, { why })
  if (prefix === 'rate-limited') return new ApiError('rate_limited', message, { why })
  if (prefix === 'error') return new ApiError('unavailable', message, { why })
  return new ApiError('forbidden', message, { why })
}
