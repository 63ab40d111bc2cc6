import type { Endpoint } from '@hornets/contract'
import { setUp } from '@hornets/contract/wallet/set-up'
import { challenge, verify } from '@hornets/contract/wallet/sign-in'
import type { Clock } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import type { RateLimit } from '@hornets/server/token-bucket'
import type { FastifyRequest } from 'fastify'

/** Calls that would allow free guessing or hashing. */
const limits: readonly [Endpoint, RateLimit][] = [
  [challenge, { burst: 60, perMinute: 60 }],
  [verify, { burst: 30, perMinute: 20 }],
  [setUp, { burst: 10, perMinute: 5 }],
]

/** Throws ApiError('rate_limited') if a customer calls one of these too often. */
export function callLimiter(now: Clock): (endpoint: Endpoint, request: FastifyRequest) => void {
  const limiters = new Map(limits.map(([endpoint, limit]) => [endpoint.path, new CustomerLimiter(limit, now)]))
  return (endpoint, request) => limiters.get(endpoint.path)?.take(callerOf(request).address)
}
