import type { ImportFiles } from '../transfers/import/import-files.ts'
import type { TransfersService } from '../transfers/transfers-service.ts'
import { Move, type MoveParts } from './move.ts'
import { MovingService } from './moving-service.ts'

export interface Transfers {
  readonly transfers: TransfersService
  readonly files: ImportFiles
}

/** What runs moves, and what begins them once there are transfers to run them. */
export function openMoving(parts: MoveParts) {
  return { moves: new Move(parts), movingOver: (over: Transfers) => new MovingService({ ...parts, ...over }) }
}
