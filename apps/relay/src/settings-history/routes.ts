import * as calls from '@hornets/contract/admin/settings/history'
import {
  beginProvisional,
  getProvisional,
  keepProvisional,
  putBackProvisional,
} from '@hornets/contract/admin/settings/provisional'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { HistoryService } from './history-service.ts'
import type { ProvisionalService } from './provisional-service.ts'
import type { SettingsFileService } from './settings-file-service.ts'

export interface SettingsHistoryParts {
  readonly history: HistoryService
  readonly file: SettingsFileService
  readonly provisional: ProvisionalService
}

export function settingsHistoryRoutes(serve: Serve<AdminSession>, parts: SettingsHistoryParts): void {
  const { history, file, provisional } = parts
  serve(calls.listSettingsVersions, ({ query }) => history.list(query))

  serve(calls.compareSettingsVersion, ({ params, query }) => history.compare(params.id, query.side))

  serve(calls.restoreSettingsVersion, async ({ params, body, session }) => ({
    changed: await history.restore(params.id, body, session),
  }))

  serve(calls.exportSettings, () => file.write())

  serve(calls.compareSettingsFile, ({ body }) => file.compare(body.file))

  serve(calls.importSettings, async ({ body, session }) => ({
    saved: await file.read(body.file, body.sections, session),
  }))

  serve(getProvisional, async () => ({ change: await provisional.show() }))

  serve(beginProvisional, async ({ body, session }) => {
    await provisional.begin(body, session.actor)
    return { success: true as const }
  })

  serve(keepProvisional, async ({ session }) => {
    await provisional.keep(session.actor)
    return { success: true as const }
  })

  serve(putBackProvisional, async ({ session }) => {
    await provisional.putBack(session.actor)
    return { success: true as const }
  })
}
