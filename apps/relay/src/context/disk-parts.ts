import { DiskReserve } from '@hornets/server/disk/disk-reserve'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'

/** Space kept back for the admin database. */
export function holdReserve(frame: Frame, { adminDatabase: database }: AdminParts): void {
  const { folder, freeSpace, sandbox, logger, opened } = frame
  const reserve = new DiskReserve(folder.file('reserve'))
  database.whenFull(() => reserve.giveUp())
  if (sandbox) return
  const hold = () => reserve.hold().catch(err => logger.error({ err }, 'could not reserve disk space'))
  const holding = hold()
  opened.defer(() => holding)
  freeSpace.onChange(() => void (freeSpace.isTight() || hold()))
}
