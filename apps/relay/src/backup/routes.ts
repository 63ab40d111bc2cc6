import { Readable } from 'node:stream'
import { readRestore, setupTokenHeader, startRestore, uploadRestore } from '@hornets/contract/admin/operation/restore'
import * as contract from '@hornets/contract/admin/settings/backup'
import { callerOf } from '@hornets/server/http/caller'
import { hangUpOnStall } from '@hornets/server/http/hang-up-on-stall'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { drainUnread } from '../media/edge/http/drain.ts'
import type { SnapshotDownloads } from './archive/snapshot-downloads.ts'
import type { PlansService } from './plans-service.ts'
import type { RestoreService } from './restore-service.ts'
import type { RunsService } from './runs-service.ts'
import type { Snapshots } from './snapshots.ts'

export interface BackupRoutesParts {
  readonly plans: PlansService
  readonly runs: RunsService
  readonly snapshots: Snapshots
  readonly downloads: SnapshotDownloads
  readonly restores: RestoreService
}

export function backupRoutes(
  serve: Serve<AdminSession>,
  { plans, runs, snapshots, downloads, restores }: BackupRoutesParts,
): void {
  serve(startRestore, ({ body, request }) => restores.begin(body, callerOf(request).address))
  serve(readRestore, ({ body, request }) => restores.read(body.setupToken, callerOf(request).address))
  serve(contract.getBackup, () => runs.show())
  serve(contract.listSnapshots, async () => ({ snapshots: await snapshots.list(await plans.find()) }))
  serve(contract.linkSnapshot, ({ body, session }) => downloads.link(body.name, session.actor))
  serve(contract.getSnapshotArchive, async ({ query, request, reply }) => {
    const { name, bytes, content } = await downloads.open(query.key)
    hangUpOnStall(request, reply)
    return reply
      .type(contract.getSnapshotArchive.produces)
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(content, { objectMode: false }))
  })
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

/** Reads its body itself. */
export function restoreUploadRoute(serve: Serve<AdminSession>, restores: RestoreService): void {
  serve(uploadRestore, async ({ request }) => {
    const { headers, raw } = request
    const given = headers[setupTokenHeader]
    const length = Number(headers['content-length'] ?? Number.NaN)
    const bytes = Number.isSafeInteger(length) ? length : null
    pacesBody(raw)
    try {
      // Leaving the iterator must not end the connection: the answer still has to go out.
      const body = { [Symbol.asyncIterator]: () => raw.iterator({ destroyOnReturn: false }) }
      const setupToken = typeof given === 'string' ? given : ''
      return await restores.receive(body, { bytes, setupToken, address: callerOf(request).address })
    } catch (error) {
      drainUnread(raw)
      throw error
    }
  })
}
