import { createHash } from 'node:crypto'
import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { parseSafely } from '@hornets/server/http/serve'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { HttpAuthorizer } from '../nostr/signed-calls/http-authorizer.ts'
import type { ManagementService } from './management-service.ts'

const contentType = 'application/nostr+json+rpc'
const bodyBytesMax = 64 * 1024
const callLimit = { burst: 240, perMinute: 120 }

const request = z.object({
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z._default(z.array(z.unknown()).check(z.maxLength(20)), []),
})

export interface ManagementRouteParts {
  readonly management: ManagementService
  readonly signedCalls: Pick<HttpAuthorizer, 'authorize'>
  readonly now: Clock
}

/** NIP-86 at the address of the relay's websocket: signed by NIP-98, with a payload. */
export function mountManagement(app: FastifyInstance, { management, signedCalls, now }: ManagementRouteParts): void {
  const limiter = new CustomerLimiter(callLimit, now)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    const parsing = { parseAs: 'buffer', bodyLimit: bodyBytesMax } as const
    scope.addContentTypeParser<Buffer>(contentType, parsing, (_request, body, done) => done(null, body))
    scope.route<{ Body: Buffer | undefined }>({
      method: 'POST',
      url: '/',
      config: { takesBody: true },
      onRequest: async ({ ip }) => limiter.take(ip),
      async handler({ ip: address, method, url, headers, body = Buffer.alloc(0) }) {
        const { pubkey, payload } = signedCalls.authorize({ method, url, headers }, { once: 'id' })
        if (payload !== createHash('sha256').update(body).digest('hex'))
          throw new ApiError('unauthorized', messages.payloadWrong)
        return { result: await management.call({ pubkey, address, ...read(body) }) }
      },
    })
  })
}

function read(body: Buffer): z.infer<typeof request> {
  try {
    const parsed = parseSafely(request, JSON.parse(body.toString('utf8')))
    if (parsed.success) return parsed.data
  } catch {
    // Told below, as any other body.
  }
  throw new ApiError('bad_request', messages.badRequest)
}
