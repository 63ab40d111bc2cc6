import { exportAudit } from '@hornets/contract/admin/audit'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { download } from '../../api/download.ts'
import { failureText } from '../../api/failure-text.ts'
import { holdPage } from '../../at-work.ts'
import { calendarDay, formatBytes, separatorOfCells } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** An export that is under way; it goes on while other pages are looked at. */
interface Export {
  /** Bytes that have come. */
  readonly bytes: number
  readonly cancel: () => void
}

let current: Export | undefined
const listeners = new Set<() => void>()

function tell(next: Export | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The export that is under way, if there is one. */
export const useExport = (): Export | undefined => useSyncExternalStore(listen, () => current)

/** Saves every entry that the filters leave, oldest first, and says what became of it. One at a time. */
export async function saveAudit(search: AuditSearch, format: ExportFormat): Promise<void> {
  if (current) return
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const letGo = holdPage()
  tell({ bytes: 0, cancel })
  try {
    const file = await download(exportAudit, {
      query: { ...filtersOf(search), format, separator: separatorOfCells() },
      signal: cancelling.signal,
      onProgress: bytes => tell({ bytes, cancel }),
    })
    const name = `audit-log-${calendarDay(new Date())}.${format}`
    saveFile(name, file, file.type)
    toast.success(i18next.t('audit.exported'), { text: `${name} · ${formatBytes(file.size)}` })
  } catch (error) {
    if (!cancelling.signal.aborted) toast.error(failureText(error))
  } finally {
    letGo()
    tell(undefined)
  }
}
