import { messages } from '@hornets/contract'
import { getStatus, live } from '@hornets/contract/admin/live'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'

const tryAgainSeconds = 60

/** So that a console can be opened, says what is going on, and notices the end of it. Signing in is no `/api/` call. */
const served: ReadonlySet<string> = new Set([getStatus.path, live.path, '/api/account'])

/** While the operator works on the server (MAINTENANCE), admins neither read nor change anything; the public door serves on. */
export function refuseInMaintenance(app: FastifyInstance, isOn: boolean): void {
  if (!isOn) return
  // By the route that was found: a path can be written in more than one way.
  app.addHook('onRequest', async ({ routeOptions: { url: path = '' } }) => {
    if (!/^\/(api|wallet)\//.test(path) || served.has(path)) return
    throw new ApiError('maintenance', messages.maintenance, { retryAfterSeconds: tryAgainSeconds })
  })
}
