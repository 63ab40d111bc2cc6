import { getOllamaModels, getServices, testService } from '@hornets/contract/admin/settings/services'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { type RightToSaveParts, requireRightToTry } from '../settings/right-to-save.ts'
import type { ServiceStates } from './service-states.ts'
import type { TrialService } from './trial-service.ts'

export interface ServicesRoutesParts extends RightToSaveParts {
  readonly serviceStates: ServiceStates
  readonly trials: TrialService
}

export function servicesRoutes(serve: Serve<AdminSession>, parts: ServicesRoutesParts): void {
  const { serviceStates, trials } = parts
  serve(getServices, () => serviceStates.list())
  serve(testService, async ({ params, body, reply, session }) => {
    // A test calls where the values lead, as a save would.
    await requireRightToTry(parts, params.group, body[params.group] ?? {}, session)
    return trials.test(params.group, body, untilGone(reply))
  })
  serve(getOllamaModels, async ({ reply }) => ({ models: await trials.models(untilGone(reply)) }))
}
