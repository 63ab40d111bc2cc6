import { DiskReserve } from '@hornets/server/disk/disk-reserve'
import { Integrity } from '../database/integrity.ts'
import { eventChecks } from '../events/data-files.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'

export type DiskParts = Awaited<ReturnType<typeof openDiskParts>>

/** Space kept back for the admin database, and checks of the data files. */
export async function openDiskParts(frame: Frame, { adminDatabase }: AdminParts) {
  const { folder, logger, opened } = frame
  holdReserve(frame, adminDatabase)
  const integrity = await Integrity.open({ folder: folder.path, logger, checks: eventChecks })
  return { integrity: opened.adopt(integrity, part => part.close()) }
}

function holdReserve({ folder, freeSpace, sandbox, logger, opened }: Frame, database: AdminParts['adminDatabase']) {
  const reserve = new DiskReserve(folder.file('reserve'))
  database.whenFull(() => reserve.giveUp())
  if (sandbox) return
  const hold = () => reserve.hold().catch(err => logger.error({ err }, 'could not reserve disk space'))
  const holding = hold()
  opened.defer(() => holding)
  freeSpace.onChange(() => void (freeSpace.isTight() || hold()))
}
