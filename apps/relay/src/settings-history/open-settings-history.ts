import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import { type HistoryParts, HistoryService } from './history-service.ts'
import { type ProvisionalParts, ProvisionalService } from './provisional-service.ts'
import type { SettingsHistoryParts } from './routes.ts'
import { type SectionParts, sectionsOf } from './sections.ts'
import { type SettingsFileParts, SettingsFileService } from './settings-file-service.ts'

const lookEveryMs = 1000

type Shared = Omit<HistoryParts & ProvisionalParts & SettingsFileParts, 'sections'>

export interface OpenSettingsHistory extends Shared, SectionParts {
  readonly rounds: Rounds
  readonly logger: Logger
}

export async function openSettingsHistory(parts: OpenSettingsHistory): Promise<SettingsHistoryParts & AsyncDisposable> {
  const sections = sectionsOf(parts)
  const provisional = await ProvisionalService.open({ ...parts, sections })
  const work = () => provisional.tick()
  const round = parts.rounds.open({ name: 'provisional_settings', everyMs: lookEveryMs, firstAfterMs: 0, work })
  return {
    history: new HistoryService({ ...parts, sections }),
    file: new SettingsFileService({ ...parts, sections }),
    provisional,
    [Symbol.asyncDispose]: () => round.close(),
  }
}
