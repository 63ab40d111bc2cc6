import { exportAudit } from '@hornets/contract/admin/audit'
import { download } from '../../api/calls/download.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { holdPage } from '../../at-work.ts'
import { t } from '../../i18n/texts.ts'
import { signal } from '../../signal.ts'
import { saveFile } from '../../ui/buttons/save-file.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { calendarDay, formatBytes, separatorOfCells } from '../../ui/text/format.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** A running export, which continues while other pages are open. */
interface Export {
  readonly bytes: number
  readonly cancel: () => void
}

const running = signal<Export | undefined>(undefined)

export const useExport = running.useValue

/** Saves all matching entries, oldest first, and reports the result. One at a time. */
export async function saveAudit(search: AuditSearch, format: ExportFormat): Promise<void> {
  if (running.get()) return
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const letGo = holdPage()
  running.set({ bytes: 0, cancel })
  try {
    const file = await download(exportAudit, {
      query: { ...filtersOf(search), format, separator: separatorOfCells() },
      signal: cancelling.signal,
      onProgress: bytes => running.set({ bytes, cancel }),
    })
    const name = `audit-log-${calendarDay(new Date())}.${format}`
    saveFile(name, file, file.type)
    toast.success(t('audit.exported'), { text: `${name} · ${formatBytes(file.size)}` })
  } catch (error) {
    if (!cancelling.signal.aborted) toast.error(failureText(error))
  } finally {
    letGo()
    running.set(undefined)
  }
}
