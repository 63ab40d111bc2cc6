import { openDatabaseRows, openFolderRows } from '../events/data-files.ts'
import type { EngineRows } from '../events/engines/engine-rows.ts'
import { EventStoreUnreachable } from '../events/event-store.ts'
import type { Choice } from './engine-choice.ts'

export interface OpenEngines {
  readonly dataDir: string
  /** Of the database, to or from which they move. */
  readonly address: string
  readonly owner: string
  readonly to: Choice['engine']
  /** A relay runs on the source. */
  readonly isRunning: boolean
}

export interface OpenedEngines extends AsyncDisposable {
  readonly from: EngineRows
  readonly to: EngineRows
}

/** Both engines; the one that events come from only for reading while a relay writes to it. */
export async function openEngines({ dataDir, address, owner, to, isRunning }: OpenEngines): Promise<OpenedEngines> {
  await using opened = new AsyncDisposableStack()
  const isAway = to === 'postgres'
  const reads = isRunning ? { readsOnly: true } : {}
  const open = async (rows: Promise<EngineRows>) => opened.adopt(await rows, one => one.close())
  const folder = await open(openFolderRows(dataDir, isAway ? reads : {}))
  const database = await open(openDatabaseRows(address, { owner, isSource: !isAway, ...(isAway ? {} : reads) }))
  const closing = opened.move()
  return {
    ...(isAway ? { from: folder, to: database } : { from: database, to: folder }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** What the database or the network said, for the operator; clients get a general sentence. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return error instanceof EventStoreUnreachable && cause instanceof Error && cause.message ? cause.message : message
}
