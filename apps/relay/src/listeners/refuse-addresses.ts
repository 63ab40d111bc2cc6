import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'
import type { Policy } from '../policy/policy.ts'

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses uploads and other writes from blocked addresses. Files stay readable by their hash. */
export function refuseAddresses(app: FastifyInstance, policy: Pick<Policy, 'judgeAddress'>): void {
  // After every onRequest: browsers cannot read a refusal without Blossom's CORS headers (BUD-01).
  app.addHook('preParsing', async ({ method, ip, routeOptions: { url } }) => {
    const isAnnounced = method === 'HEAD' && (url === '/upload' || url === '/media')
    if (reading.has(method) && !isAnnounced) return
    const refusal = policy.judgeAddress(ip)
    if (refusal) throw new ApiError('forbidden', refusal.reason, { why: refusal })
  })
}
