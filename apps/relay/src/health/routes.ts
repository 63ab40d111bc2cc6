import { getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import { getHealthSetup, type SetupLine } from '@hornets/contract/admin/notifications/health'
import { getHealthRounds } from '@hornets/contract/admin/notifications/health-rounds'
import type { Serve } from '@hornets/server/http/serve'
import type { Rounds } from '@hornets/server/rounds'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { DiskGrowth } from './disk-growth.ts'

export interface HealthRouteParts {
  readonly growth: Pick<DiskGrowth, 'show'>
  readonly healthSetup: () => Promise<SetupLine[]>
  readonly rounds: Pick<Rounds, 'states'>
}

export function healthRoutes(serve: Serve<AdminSession>, { growth, healthSetup, rounds }: HealthRouteParts): void {
  serve(getDiskForecast, () => growth.show())

  serve(getHealthSetup, async () => ({ lines: await healthSetup() }))

  serve(getHealthRounds, () => ({ rounds: rounds.states() }))
}
