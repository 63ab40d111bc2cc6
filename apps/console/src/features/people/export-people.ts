import { exportPeople } from '@hornets/contract/admin/accounts/people'
import { download } from '../../api/calls/download.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { holdPage } from '../../at-work.ts'
import { t } from '../../i18n/texts.ts'
import { saveFile } from '../../ui/buttons/save-file.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { calendarDay, formatBytes, separatorOfCells } from '../../ui/text/format.ts'
import { type PeopleSearch, queryOf } from './people-search.ts'

/** Saves everybody who is listed as CSV, and reports the result. */
export async function savePeople(search: PeopleSearch): Promise<void> {
  const letGo = holdPage()
  try {
    const query = { ...queryOf(search), separator: separatorOfCells() }
    const file = await download(exportPeople, { query, signal: new AbortController().signal, onProgress: () => {} })
    const name = `people-${calendarDay(new Date())}.csv`
    saveFile(name, file, file.type)
    toast.success(t('people.exported'), { text: `${name} · ${formatBytes(file.size)}` })
  } catch (error) {
    toast.error(failureText(error))
  } finally {
    letGo()
  }
}
