import { getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import * as contract from '@hornets/contract/admin/notifications/health'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { DiskGrowth } from './disk-growth.ts'
import type { HealthService } from './health-service.ts'

export interface HealthRouteParts {
  readonly health: HealthService
  readonly growth: Pick<DiskGrowth, 'show'>
  readonly healthSetup: () => Promise<contract.SetupLine[]>
}

export function healthRoutes(serve: Serve<AdminSession>, { health, growth, healthSetup }: HealthRouteParts): void {
  serve(getDiskForecast, () => growth.show())

  serve(contract.getHealthSetup, async () => ({ lines: await healthSetup() }))

  serve(contract.listHealthNotifications, async ({ query, reply }) => {
    return (await health.notifications(query)) ?? reply.code(204).send()
  })

  serve(contract.readHealthNotification, async ({ body }) => {
    await health.read(body.id)
    return { success: true as const, message: 'Notification marked as read' }
  })

  serve(contract.readAllHealthNotifications, async () => {
    await health.readAll()
    return { success: true as const, message: 'All health notifications marked as read' }
  })
}
