import { join } from 'node:path'
import { FreeSpace } from '@hornets/server/disk/free-space'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { RelayDatabase } from '../database/relay-database.ts'
import { ImportFiles } from './import/import-files.ts'
import { TransfersByCommand } from './transfers-by-command.ts'
import { TransfersStore } from './transfers-store.ts'

export interface ByCommandOptions {
  readonly dataDir: string
  readonly database: AdminDatabase
  readonly audit: AuditLog
}

export async function openTransfersByCommand({ dataDir, database, audit }: ByCommandOptions) {
  await using opened = new AsyncDisposableStack()
  const relayDatabase = opened.adopt(await RelayDatabase.openUnchanged(join(dataDir, 'relay.db')), part => part.close())
  const freeSpace = opened.adopt(await FreeSpace.open({ folder: dataDir, onError: () => {} }), part => part.close())
  const files = new ImportFiles({ folder: join(dataDir, 'imports'), freeSpace })
  const store = new TransfersStore(relayDatabase)
  const transfers = new TransfersByCommand({ store, files, database, audit })
  const closing = opened.move()
  return { transfers, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}
