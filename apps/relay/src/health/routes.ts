import { getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import { getHealthSetup, type SetupLine } from '@hornets/contract/admin/notifications/health'
import { getHealthReport } from '@hornets/contract/admin/notifications/health-report'
import { getHealthRounds } from '@hornets/contract/admin/notifications/health-rounds'
import {
  addAlertRule,
  changeAlertRule,
  listAlertRules,
  removeAlertRule,
} from '@hornets/contract/admin/operation/alerts'
import { getOutsideView, setOutsideView } from '@hornets/contract/admin/operation/outside-view'
import type { Serve } from '@hornets/server/http/serve'
import type { Rounds } from '@hornets/server/rounds'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AlertsService } from './alerts/alerts-service.ts'
import type { DiskGrowth } from './disk-growth.ts'
import type { OutsideService } from './outside/outside-service.ts'
import type { HealthReportService } from './report/health-report-service.ts'

export interface HealthRouteParts {
  readonly growth: Pick<DiskGrowth, 'show'>
  readonly healthSetup: () => Promise<SetupLine[]>
  readonly rounds: Pick<Rounds, 'states'>
  readonly healthReport: Pick<HealthReportService, 'read'>
  readonly alerts: AlertsService
  readonly outside: OutsideService
}

export function healthRoutes(
  serve: Serve<AdminSession>,
  { growth, healthSetup, rounds, healthReport, alerts, outside }: HealthRouteParts,
): void {
  serve(getDiskForecast, () => growth.show())

  serve(getHealthSetup, async () => ({ lines: await healthSetup() }))

  serve(getHealthReport, () => healthReport.read())

  serve(getHealthRounds, () => ({ rounds: rounds.states() }))

  serve(getOutsideView, () => outside.read())

  serve(setOutsideView, ({ body, session }) => outside.setRelays(body.relays, session.actor))

  serve(listAlertRules, () => alerts.list())

  serve(addAlertRule, async ({ body, session }) => {
    await alerts.add(body.rule, session.actor)
    return alerts.list()
  })

  serve(changeAlertRule, async ({ params, body, session }) => {
    await alerts.change(params.id, body.rule, session.actor)
    return alerts.list()
  })

  serve(removeAlertRule, async ({ params, session }) => {
    await alerts.remove(params.id, session.actor)
    return alerts.list()
  })
}
