import { createHash, randomBytes } from 'node:crypto'
import { messages } from '@hornets/contract'
import { adminEndpoints } from '@hornets/contract/admin'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from '../accounts/sessions/sessions.ts'

/** Changes to its own store, never calls that reach outside: money, keys, mail, requested addresses. */
const plays = new Set(
  adminEndpoints.filter(({ demo }) => demo === 'plays').map(({ method, path }) => `${method} ${path}`),
)

const linked = new Set(
  adminEndpoints
    .filter(
      ({ method, path, access }) => access === 'public' && method === 'GET' && /^\/api\/(files|pictures)\//.test(path),
    )
    .map(({ path }) => path),
)

const callLimit = { burst: 300, perMinute: 600 }
/** The demo runs in the real node's process: some hundred consoles together, no more. */
const callLimitOfAll = { burst: 3000, perMinute: 6000 }
const changeLimit = { burst: 30, perMinute: 30 }
/** One body can name hundreds of keys, each with its own rows: every so many bytes count as one more change. */
const bytesOfChange = 4096
const reading = new Set(['GET', 'HEAD'])

export interface SandboxRulesOptions {
  readonly sessions: Pick<Sessions, 'authenticate'>
  readonly onWear: (changes: number) => void
  readonly now: Clock
}

/** Before every route: demo sessions and allowed calls only, visitors' addresses hidden from each other. */
export function applySandboxRules(app: FastifyInstance, { sessions, onWear, now }: SandboxRulesOptions): void {
  const calls = new CustomerLimiter(callLimit, now)
  const allCalls = new RateLimiter(callLimitOfAll, now)
  const changes = new CustomerLimiter(changeLimit, now)
  const nameAddress = addressNames()
  app.addHook('onRequest', async request => {
    const { address } = callerOf(request)
    calls.take(address)
    allCalls.take('')
    giveAddress(request, nameAddress(address))
    if (reading.has(request.method) && linked.has(request.routeOptions.url ?? '')) return
    await sessions.authenticate(request.headers.authorization, callerOf(request).address)
    if (reading.has(request.method)) return
    if (!plays.has(`${request.method} ${request.routeOptions.url}`))
      throw new ApiError('forbidden', messages.demoRefuses)
    changes.take(address)
    onWear(1 + Math.floor(announcedBytes(request, app.initialConfig.bodyLimit) / bytesOfChange))
  })
}

function announcedBytes({ headers }: FastifyRequest, bodyLimit = 0): number {
  const isWhole = headers['transfer-encoding'] === undefined
  return Math.min(isWhole ? Number(headers['content-length'] ?? 0) : bodyLimit, bodyLimit)
}

/** Visitors share one audit log, so each address is replaced by one of RFC 5737 until the demo ends. */
export function addressNames(): (address: string) => string {
  const salt = randomBytes(16)
  return address => `203.0.113.${createHash('sha256').update(salt).update(address).digest().readUInt8(0)}`
}

function giveAddress(request: FastifyRequest, address: string): void {
  Object.defineProperty(request, 'ip', { value: address, configurable: true })
}
