import { join } from 'node:path'
import type { RelayDatabase } from '../database/relay-database.ts'
import { EventTaker, type EventTakerParts } from './event-taker.ts'
import { EventImport } from './import/event-import.ts'
import { ImportFiles, type ImportFilesParts } from './import/import-files.ts'
import { type TransfersParts, TransfersService } from './transfers-service.ts'
import { TransfersStore } from './transfers-store.ts'

export interface TransferOptions
  extends Omit<TransfersParts, 'store' | 'files' | 'imports'>,
    Pick<ImportFilesParts, 'freeSpace'>,
    Pick<EventTakerParts, 'policy' | 'verify'> {
  readonly events: TransfersParts['events'] & EventTakerParts['events']
  readonly relayDatabase: RelayDatabase
  readonly dataDir: string
}

/** Imports and copies of events. */
export async function openTransfers(options: TransferOptions) {
  const { relayDatabase, dataDir, freeSpace } = options
  const files = new ImportFiles({ folder: join(dataDir, 'imports'), freeSpace })
  const imports = new EventImport(files, new EventTaker(options))
  const transfers = new TransfersService({ ...options, store: new TransfersStore(relayDatabase), files, imports })
  await transfers.open()
  return { transfers, files }
}
