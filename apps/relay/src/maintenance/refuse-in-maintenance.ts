import { messages } from '@hornets/contract'
import { getStatus, live } from '@hornets/contract/admin/live'
import { setMaintenance } from '@hornets/contract/admin/operation/maintenance'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyInstance } from 'fastify'
import type { MaintenanceState } from './maintenance.ts'

const tryAgainSeconds = 60

/** Calls that let a console open, show the maintenance page, and notice or bring the end. Sign-in is not under `/api/`. */
const served: ReadonlySet<string> = new Set([getStatus.path, live.path, setMaintenance.path, '/api/account'])

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export function refuseInMaintenance(app: FastifyInstance, maintenance: MaintenanceState): void {
  // By the matched route, since a path has several spellings.
  app.addHook('onRequest', async ({ routeOptions: { url: path = '' } }) => {
    if (!maintenance.current() || !/^\/(api|wallet)\//.test(path) || served.has(path)) return
    throw inMaintenance()
  })
}

/** Refuses writes and deletions at the public server, which could be lost during maintenance. Reads continue. */
export function refuseWritesInMaintenance(app: FastifyInstance, maintenance: MaintenanceState): void {
  // After every onRequest: browsers cannot read a refusal without Blossom's CORS headers (BUD-01).
  app.addHook('preParsing', async ({ method, routeOptions: { url } }) => {
    const isAnnounced = method === 'HEAD' && (url === '/upload' || url === '/media')
    const isWrite = !reading.has(method) || isAnnounced
    if (isWrite && maintenance.current()) throw inMaintenance()
  })
}

const inMaintenance = () =>
  new ApiError('maintenance', messages.maintenance, {
    retryAfterSeconds: tryAgainSeconds,
    why: { cause: 'maintenance' },
  })
