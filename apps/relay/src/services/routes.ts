import { getOllamaModels, getServices, testService } from '@hornets/contract/admin/settings/services'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyReply } from 'fastify'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { ServiceStates } from './service-states.ts'
import type { TrialService } from './trial-service.ts'

export interface ServicesRoutesParts {
  readonly serviceStates: ServiceStates
  readonly trials: TrialService
}

export function servicesRoutes(serve: Serve<AdminSession>, { serviceStates, trials }: ServicesRoutesParts): void {
  serve(getServices, () => serviceStates.list())
  serve(testService, ({ params, body, reply }) => trials.test(params.group, body, untilGone(reply)))
  serve(getOllamaModels, async ({ reply }) => ({ models: await trials.models(untilGone(reply)) }))
}

/** Aborts with the connection. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
