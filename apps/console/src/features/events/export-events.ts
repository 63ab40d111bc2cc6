import { exportEvents } from '@hornets/contract/admin/events/browse'
import { download } from '../../api/calls/download.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { holdPage } from '../../at-work.ts'
import { t } from '../../i18n/texts.ts'
import { signal } from '../../signal.ts'
import { saveFile } from '../../ui/buttons/save-file.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { calendarDay, formatBytes } from '../../ui/text/format.ts'
import type { EventFilter } from './event-filter.ts'

/** A running export, which continues while other pages are open. */
interface Export {
  readonly bytes: number
  readonly cancel: () => void
}

const running = signal<Export | undefined>(undefined)

export const useExport = running.useValue

/** Saves all events that the filter finds as JSON lines, and reports the result. One at a time. */
export async function saveEvents(filter: EventFilter): Promise<void> {
  if (running.get()) return
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const letGo = holdPage()
  running.set({ bytes: 0, cancel })
  try {
    const file = await download(exportEvents, {
      query: { filter: JSON.stringify(filter) },
      signal: cancelling.signal,
      onProgress: bytes => running.set({ bytes, cancel }),
    })
    const name = `events-${calendarDay(new Date())}.jsonl`
    saveFile(name, file, file.type)
    toast.success(t('events.exported'), { text: `${name} · ${formatBytes(file.size)}` })
  } catch (error) {
    if (!cancelling.signal.aborted) toast.error(failureText(error))
  } finally {
    letGo()
    running.set(undefined)
  }
}
