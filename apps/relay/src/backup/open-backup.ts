import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rounds } from '@hornets/server/rounds'
import { SnapshotDownloads } from './archive/snapshot-downloads.ts'
import type { DestinationWay } from './destinations/open-destination.ts'
import { type PlansParts, PlansService } from './plans-service.ts'
import { type RestoreParts, RestoreService } from './restore-service.ts'
import type { BackupRoutesParts } from './routes.ts'
import { type RunsParts, RunsService } from './runs-service.ts'
import { Snapshots } from './snapshots.ts'
import { uploadedName } from './work/data-places.ts'
import { runInProcess } from './work/job-process.ts'

const lookEveryMs = 60_000

export interface OpenBackup extends PlansParts, Omit<RunsParts, 'plans' | 'runJob'>, Omit<RestoreParts, 'runJob'> {
  readonly wayOut: DestinationWay
  readonly rounds: Rounds
  /** False in the demo: nothing is stored outside it. */
  readonly isScheduled: boolean
}

export async function openBackup(parts: OpenBackup): Promise<BackupRoutesParts & AsyncDisposable> {
  const plans = new PlansService(parts)
  const runs = new RunsService({ ...parts, plans, runJob: runInProcess })
  const snapshots = new Snapshots(parts.wayOut)
  const downloads = new SnapshotDownloads({ ...parts, plans })
  const restores = new RestoreService({ ...parts, runJob: runInProcess })
  await runs.settle()
  // An upload whose restore never came.
  await rm(join(parts.dataDir, uploadedName), { recursive: true, force: true })
  const work = () => runs.tick()
  const round = parts.rounds.open({
    name: 'backup',
    everyMs: parts.isScheduled ? lookEveryMs : null,
    isLong: true,
    work,
  })
  const dispose = async () => {
    await restores.close()
    await runs.close()
    await round.close()
  }
  return { plans, runs, restores, snapshots, downloads, [Symbol.asyncDispose]: dispose }
}
