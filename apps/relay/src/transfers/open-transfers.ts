import { join } from 'node:path'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventCopyParts } from './copy/copy-plan.ts'
import { EventCopy } from './copy/event-copy.ts'
import { EventTaker, type EventTakerParts } from './event-taker.ts'
import { EventImport } from './import/event-import.ts'
import { ImportFiles, type ImportFilesParts } from './import/import-files.ts'
import { type SchedulesParts, SchedulesService } from './schedules/schedules-service.ts'
import { SchedulesStore } from './schedules/schedules-store.ts'
import { type TransfersParts, TransfersService } from './transfers-service.ts'
import { TransfersStore } from './transfers-store.ts'

export interface TransferOptions
  extends Omit<TransfersParts, 'store' | 'files' | 'imports' | 'copies'>,
    Pick<ImportFilesParts, 'freeSpace'>,
    Pick<EventTakerParts, 'policy' | 'verify'>,
    Pick<EventCopyParts, 'wayOut' | 'secretKey'>,
    Pick<SchedulesParts, 'rounds'> {
  readonly events: TransfersParts['events'] & EventTakerParts['events'] & EventCopyParts['events']
  readonly relayDatabase: RelayDatabase
  readonly dataDir: string
}

export async function openTransfers(options: TransferOptions) {
  const { relayDatabase, dataDir, freeSpace } = options
  const files = new ImportFiles({ folder: join(dataDir, 'imports'), freeSpace })
  const taker = new EventTaker(options)
  const runners = { files, imports: new EventImport(files, taker), copies: new EventCopy({ ...options, taker }) }
  const transfers = new TransfersService({ ...options, ...runners, store: new TransfersStore(relayDatabase) })
  await transfers.open()
  const schedules = new SchedulesService({ ...options, transfers, schedules: new SchedulesStore(relayDatabase) })
  const close = async () => {
    await schedules.close()
    await transfers.close()
  }
  return { transfers, schedules, files, close }
}
