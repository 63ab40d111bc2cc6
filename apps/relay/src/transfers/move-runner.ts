import type { EventCopy } from './copy/event-copy.ts'
import type { ImportFiles } from './import/import-files.ts'
import type { Run } from './run.ts'

/** Moves from another server, of which copying its events is a part. */
export interface MoveRunner {
  run(run: Run, plan: object, tools: { readonly copies: EventCopy; readonly files: ImportFiles }): Promise<void>
}
