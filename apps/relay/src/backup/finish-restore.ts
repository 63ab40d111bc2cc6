import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { DataFolder } from '@hornets/server/database/data-folder'
import { createLogger } from '@hornets/server/process/logger'
import { AuditLog, atTheServer } from '../audit/audit-log.ts'
import { AdminDatabase } from '../database/admin-database.ts'
import type { AdminPlace } from '../database/admin-place.ts'
import { timeName } from './set/time-name.ts'
import { readyName } from './work/data-places.ts'
import { placeWaiting } from './work/place-restored.ts'

/** Before anything of the data folder is open. Throws while a wallet runs on the folder. */
export async function finishRestore(place: AdminPlace): Promise<void> {
  const { dataDir } = place
  if (!existsSync(join(dataDir, readyName))) return
  const wallet = join(dataDir, 'wallet')
  const lock = existsSync(wallet) ? await DataFolder.open(wallet, 'wallet') : undefined
  const snapshot = await placeWaiting(place, timeName(new Date().toISOString())).finally(() => lock?.close())
  if (snapshot !== null) await noteRestore(dataDir, snapshot)
}

/** A backup of an earlier version is not migrated yet, and is not changed before its start. */
export async function noteRestore(dataDir: string, snapshot: string): Promise<void> {
  const database = await AdminDatabase.openUnchanged(join(dataDir, 'admin.db')).catch(() => undefined)
  if (!database) return
  const audit = new AuditLog(database, Date.now, createLogger({ name: 'admin', level: 'fatal' }))
  const entry = { actor: atTheServer, action: serverActions.restore, target: snapshot }
  await database.transact(tx => audit.recordChange(tx, entry)).finally(() => database.close())
}
