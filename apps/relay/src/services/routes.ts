import { getOllamaModels, getServices, testService } from '@hornets/contract/admin/settings/services'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
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
