import { settingsGroups } from '@hornets/contract/admin/settings'
import { groupTexts } from '../../../i18n/contract-texts.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import type { History, HistoryRow } from './history-rows.ts'

type Mark = History['marks'][number]

const shownMax = 3

export function MarkList({ marks }: { readonly marks: readonly Mark[] }) {
  const { t } = useTexts()
  if (marks.length === 0) return null
  const newest = marks.toReversed().slice(0, shownMax)
  return (
    <span className="grid gap-0.5">
      <span className="font-semibold">{t('statistics.history.marks', { count: marks.length })}</span>
      {newest.map(mark => (
        <span key={`${mark.at} ${mark.what} ${mark.detail}`} className="flex flex-wrap gap-x-2">
          <span className="tabular-nums">{formatDateTime(mark.at)}</span>
          <span>{markText(t, mark)}</span>
        </span>
      ))}
    </span>
  )
}

function markText(t: Translate, { what, detail }: Mark): string {
  if (what === 'settings') return t('statistics.history.mark.settings', { name: sectionName(t, detail) })
  return t(`statistics.history.mark.${what}`, { version: detail })
}

function sectionName(t: Translate, section: string): string {
  if (section === 'relay_settings') return t('shell.nav.relaySettings')
  const group = settingsGroups.find(({ name }) => name === section)
  return group ? groupTexts(group).title : section
}

/** The indices of rows in which something happened. */
export function markedRows(rows: readonly HistoryRow[], marks: readonly Mark[]): number[] {
  const starts = rows.map(row => Date.parse(row.at))
  return [...new Set(marks.map(({ at }) => starts.findLastIndex(start => start <= Date.parse(at))))].filter(
    index => index >= 0,
  )
}
