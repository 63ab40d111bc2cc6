import { readRestore, startRestore } from '@hornets/contract/admin/operation/restore'
import * as contract from '@hornets/contract/admin/settings/backup'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { PlansService } from './plans-service.ts'
import type { RestoreService } from './restore-service.ts'
import type { RunsService } from './runs-service.ts'
import type { Snapshots } from './snapshots.ts'

export interface BackupRoutesParts {
  readonly plans: PlansService
  readonly runs: RunsService
  readonly snapshots: Snapshots
  readonly restores: RestoreService
}

export function backupRoutes(
  serve: Serve<AdminSession>,
  { plans, runs, snapshots, restores }: BackupRoutesParts,
): void {
  serve(startRestore, ({ body, request }) => restores.begin(body, callerOf(request).address))
  serve(readRestore, ({ body, request }) => restores.read(body.setupToken, callerOf(request).address))
  serve(contract.getBackup, () => runs.show())
  serve(contract.listSnapshots, async () => ({ snapshots: await snapshots.list(await plans.find()) }))
  serve(contract.saveBackupPlan, async ({ body, session }) => {
    await plans.save(body, session.actor)
    return runs.show()
  })
  serve(contract.askBackupHost, async ({ body }) => ({ host_key: await snapshots.askHostKey(body.place) }))
  serve(contract.startBackup, async ({ session }) => {
    await runs.backUp(session.actor)
    return runs.show()
  })
  serve(contract.testBackup, async ({ body, session }) => {
    await runs.test(body.key, session.actor)
    return runs.show()
  })
  serve(contract.cancelBackup, async ({ session }) => {
    await runs.cancel(session.actor)
    return runs.show()
  })
}
