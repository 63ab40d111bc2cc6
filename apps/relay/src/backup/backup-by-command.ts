import type { BackupState } from '@hornets/contract/admin/settings/backup'
import { createLogger } from '@hornets/server/process/logger'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { SecretBox } from '../database/secret-box.ts'
import { PlansService } from './plans-service.ts'
import { RunsService } from './runs-service.ts'
import { runInProcess } from './work/job-process.ts'

export interface CommandBackup {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly dataDir: string
  readonly accountsDatabase?: string | undefined
  readonly socksProxy?: URL | undefined
}

/** Makes a backup as planned, from the command line; undefined without a plan. */
export async function backUpByCommand(parts: CommandBackup): Promise<BackupState['runs'][number] | undefined> {
  const box = await SecretBox.open(parts.dataDir)
  const plans = new PlansService({ ...parts, box, now: Date.now })
  if (!(await plans.find())) return undefined
  const logger = createLogger({ name: 'admin', level: 'fatal' })
  const { socksProxy } = parts
  const runs = new RunsService({
    ...parts,
    plans,
    socksProxy: () => socksProxy,
    reserveBytes: 0,
    runJob: runInProcess,
    logger,
    now: Date.now,
  })
  await runs.backUp(atTheServer)
  await runs.wait()
  return (await runs.show()).runs[0]
}
