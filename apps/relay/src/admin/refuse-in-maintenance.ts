import { messages } from '@hornets/contract'
import { getStatus, live } from '@hornets/contract/admin/live'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'
import type { MaintenanceState } from './maintenance.ts'

const tryAgainSeconds = 60

/** So that a console can be opened, says what is going on, and notices the end of it. Signing in is no `/api/` call. */
const served: ReadonlySet<string> = new Set([getStatus.path, live.path, '/api/account'])

/** While the operator works on the server, admins neither read nor change anything. */
export function refuseInMaintenance(app: FastifyInstance, maintenance: MaintenanceState): void {
  // By the route that was found: a path can be written in more than one way.
  app.addHook('onRequest', async ({ routeOptions: { url: path = '' } }) => {
    if (!maintenance.current() || !/^\/(api|wallet)\//.test(path) || served.has(path)) return
    throw inMaintenance()
  })
}

/** At the public server what is there is served on, and nothing is taken in or deleted: it might be lost by the work on the server. */
export function refuseWritesInMaintenance(app: FastifyInstance, maintenance: MaintenanceState): void {
  // After every onRequest: a browser reads no refusal without the headers that Blossom sets there (BUD-01).
  app.addHook('preParsing', async ({ method, routeOptions: { url } }) => {
    const isWrite = method === 'PUT' || method === 'DELETE' || (method === 'HEAD' && url === '/upload')
    if (isWrite && maintenance.current()) throw inMaintenance()
  })
}

const inMaintenance = () => new ApiError('maintenance', messages.maintenance, { retryAfterSeconds: tryAgainSeconds })
