import type { EventCopy } from './copy/event-copy.ts'
import type { ImportFiles } from './import/import-files.ts'
import type { Run } from './run.ts'

export interface MoveRunner {
  run(run: Run, plan: object, tools: { readonly copies: EventCopy; readonly files: ImportFiles }): Promise<void>
}
