import { createHash, randomBytes } from 'node:crypto'
import { messages } from '@hornets/contract'
import { adminEndpoints } from '@hornets/contract/admin'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { addressKey, callerOf } from '@hornets/server/http/caller'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from '../accounts/sessions/sessions.ts'

/**
 * What can be changed in the demo: only its own throw-away store. A call that reaches outside never plays: money, keys,
 * mail, addresses that the server would ask.
 */
const plays = new Set(
  adminEndpoints.filter(({ demo }) => demo === 'plays').map(({ method, path }) => `${method} ${path}`),
)

const callLimit = { burst: 300, perMinute: 600 }
/** A demo answers in the real node's process, however many come: some hundred consoles at once, and no more. */
const callLimitOfAll = { burst: 3000, perMinute: 6000 }
const changeLimit = { burst: 30, perMinute: 30 }
/** A body may name hundreds of keys, each of which makes rows of its own: with so many bytes more it is another change. */
const bytesOfChange = 4096
const reading = new Set(['GET', 'HEAD'])

export interface SandboxRulesOptions {
  readonly sessions: Pick<Sessions, 'authenticate'>
  /** Told of what is let through, as how many changes it counts. */
  readonly onWear: (changes: number) => void
  readonly now: Clock
}

/** Goes before every route of a demo's app: only its own sessions, only what plays, strangers unknown to each other. */
export function applySandboxRules(app: FastifyInstance, { sessions, onWear, now }: SandboxRulesOptions): void {
  const calls = new RateLimiter(callLimit, now)
  const allCalls = new RateLimiter(callLimitOfAll, now)
  const changes = new RateLimiter(changeLimit, now)
  const nameAddress = addressNames()
  app.addHook('onRequest', async request => {
    const { address } = callerOf(request)
    calls.take(addressKey(address))
    allCalls.take('')
    giveAddress(request, nameAddress(address))
    await sessions.authenticate(request.headers.authorization, callerOf(request).address)
    if (reading.has(request.method)) return
    if (!plays.has(`${request.method} ${request.routeOptions.url}`))
      throw new ApiError('forbidden', messages.demoRefuses)
    changes.take(addressKey(address))
    onWear(1 + Math.floor(announcedBytes(request, app.initialConfig.bodyLimit) / bytesOfChange))
  })
}

/** What comes in pieces may be as long as any; what is too long is refused. */
function announcedBytes({ headers }: FastifyRequest, bodyLimit = 0): number {
  const isWhole = headers['transfer-encoding'] === undefined
  return Math.min(isWhole ? Number(headers['content-length'] ?? 0) : bodyLimit, bodyLimit)
}

/**
 * Visitors share one demo and see its audit log and sessions: each stands there under an address for documentation
 * (RFC 5737) in place of the real one, the same until the demo ends.
 */
export function addressNames(): (address: string) => string {
  const salt = randomBytes(16)
  return address => `203.0.113.${createHash('sha256').update(salt).update(address).digest().readUInt8(0)}`
}

function giveAddress(request: FastifyRequest, address: string): void {
  Object.defineProperty(request, 'ip', { value: address, configurable: true })
}
