import * as clientCalls from '@hornets/contract/admin/operation/clients'
import { cancelCopy, copyEvents, getEventEngine, switchEngine } from '@hornets/contract/admin/operation/event-engine'
import { getFirstSteps, hideFirstSteps } from '@hornets/contract/admin/operation/first-steps'
import { listLogLines } from '@hornets/contract/admin/operation/logs'
import { setMaintenance } from '@hornets/contract/admin/operation/maintenance'
import { getNeeds } from '@hornets/contract/admin/operation/needs'
import { getRelease } from '@hornets/contract/admin/operation/release'
import { getRestart, restartRelay } from '@hornets/contract/admin/operation/restart'
import { beginRotation, endAllSessions, listSecrets } from '@hornets/contract/admin/operation/secrets'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { EngineService } from '../event-engine/engine-service.ts'
import type { MaintenanceService } from '../maintenance/maintenance-service.ts'
import type { ClientsService } from './clients-service.ts'
import type { FirstStepsService } from './first-steps-service.ts'
import type { LogsService } from './logs-service.ts'
import type { NeedsService } from './needs-service.ts'
import type { ReleaseService } from './release-service.ts'
import type { RestartService } from './restart-service.ts'
import type { SecretsService } from './secrets-service.ts'

export interface OperationRouteParts {
  readonly needs: NeedsService
  readonly clients: ClientsService
  readonly firstSteps: FirstStepsService
  readonly maintenanceSwitch: MaintenanceService
  readonly logs: LogsService
  readonly release: ReleaseService
  readonly restarting: RestartService
  readonly secrets: SecretsService
  readonly eventEngine: EngineService
}

export function operationRoutes(serve: Serve<AdminSession>, parts: OperationRouteParts): void {
  const { needs, clients, firstSteps, maintenanceSwitch, logs } = parts
  const { release, restarting, secrets, eventEngine } = parts
  serve(getNeeds, async ({ session }) => ({ needs: await needs.list(session.account.role) }))

  serve(clientCalls.listClients, ({ query }) => clients.list(query))

  serve(clientCalls.disconnectClient, async ({ params, session }) => {
    await clients.disconnect(params.id, session.actor)
    return { success: true as const }
  })

  serve(getFirstSteps, ({ session }) => firstSteps.read(session))

  serve(hideFirstSteps, async ({ body, session }) => {
    await firstSteps.hide(session, body.hidden)
    return { success: true as const }
  })

  serve(listLogLines, ({ query }) => logs.list(query))

  serve(listSecrets, () => secrets.list())

  serve(beginRotation, ({ session }) => secrets.begin(session))

  serve(endAllSessions, ({ session }) => secrets.endSessions(session))

  serve(getRelease, ({ query }) => release.read(query.language))

  serve(getRestart, () => ({ isOffered: restarting.isOffered }))

  serve(restartRelay, async ({ session }) => {
    await restarting.restart(session.actor)
    return { success: true as const }
  })

  engineRoutes(serve, eventEngine)

  serve(setMaintenance, async ({ body, session }) => {
    if (body.on) await maintenanceSwitch.begin(body.reason, session.actor)
    else await maintenanceSwitch.end(session.actor)
    return { success: true as const }
  })
}

function engineRoutes(serve: Serve<AdminSession>, engine: EngineService): void {
  serve(getEventEngine, () => engine.show())

  serve(copyEvents, async ({ body, session }) => {
    await engine.copy(body, session.actor)
    return engine.show()
  })

  serve(cancelCopy, async ({ session }) => {
    await engine.cancel(session.actor)
    return engine.show()
  })

  serve(switchEngine, async ({ session }) => {
    await engine.switch(session.actor)
    return engine.show()
  })
}
