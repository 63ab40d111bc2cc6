import { exportEarnings } from '@hornets/contract/admin/subscriptions/payments'
import { download } from '../../../api/calls/download.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { holdPage } from '../../../at-work.ts'
import { t } from '../../../i18n/texts.ts'
import { saveFile } from '../../../ui/buttons/save-file.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { calendarDay, formatBytes, separatorOfCells } from '../../../ui/text/format.ts'
import { type Period, queryOf } from './period.ts'

/** Saves every credited payment of the period as CSV, and shows the result. */
export async function saveEarnings(period: Period): Promise<void> {
  const letGo = holdPage()
  try {
    const file = await download(exportEarnings, {
      query: { ...queryOf(period), separator: separatorOfCells() },
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const name = `earnings-${calendarDay(new Date())}.csv`
    saveFile(name, file, file.type)
    toast.success(t('subscribers.earnings.exported'), { text: `${name} · ${formatBytes(file.size)}` })
  } catch (error) {
    toast.error(failureText(error))
  } finally {
    letGo()
  }
}
