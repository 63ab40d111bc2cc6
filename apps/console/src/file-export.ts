import type { Endpoint, QueryInputOf } from '@hornets/contract/endpoint'
import { download } from './api/calls/download.ts'
import { failureText } from './api/calls/failure-text.ts'
import { holdPage } from './at-work.ts'
import { signal } from './signal.ts'
import { saveFile } from './ui/buttons/save-file.ts'
import { toast } from './ui/overlays/toast.ts'
import { calendarDay, formatBytes } from './ui/text/format.ts'

export interface RunningExport {
  readonly bytes: number
  readonly cancel: () => void
}

/** One at a time. `doneText`: said once a file is saved. */
export function fileExport<E extends Endpoint>(endpoint: E, doneText: () => string) {
  const running = signal<RunningExport | undefined>(undefined)
  return {
    useRunning: running.useValue,
    /** Saves the file as `name`, today's date and `ending`, and reports the result. */
    async save(query: QueryInputOf<E>, name: string, ending: 'csv' | 'jsonl'): Promise<void> {
      if (running.get()) return
      const cancelling = new AbortController()
      const cancel = () => cancelling.abort()
      const onProgress = (bytes: number) => running.set({ bytes, cancel })
      const letGo = holdPage()
      onProgress(0)
      try {
        const file = await download(endpoint, { query, signal: cancelling.signal, onProgress })
        const fileName = `${name}-${calendarDay(new Date())}.${ending}`
        saveFile(fileName, file, file.type)
        toast.success(doneText(), { text: `${fileName} · ${formatBytes(file.size)}` })
      } catch (error) {
        if (!cancelling.signal.aborted) toast.error(failureText(error))
      } finally {
        letGo()
        running.set(undefined)
      }
    },
  }
}
