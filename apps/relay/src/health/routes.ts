import { getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import { getHealthSetup, type SetupLine } from '@hornets/contract/admin/notifications/health'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { DiskGrowth } from './disk-growth.ts'

export interface HealthRouteParts {
  readonly growth: Pick<DiskGrowth, 'show'>
  readonly healthSetup: () => Promise<SetupLine[]>
}

export function healthRoutes(serve: Serve<AdminSession>, { growth, healthSetup }: HealthRouteParts): void {
  serve(getDiskForecast, () => growth.show())

  serve(getHealthSetup, async () => ({ lines: await healthSetup() }))
}
