import type { HistoryRange } from '@hornets/contract/admin/statistics'
import { useTexts } from '../../../i18n/texts.ts'
import { formatBytes, formatNumber, formatPercent } from '../../../ui/text/format.ts'
import { changeOf, type HistoryRow, lastOf, totalOf } from './history-rows.ts'

interface ComparisonProps {
  readonly rows: readonly HistoryRow[]
  readonly shown: 'traffic' | 'storage'
  readonly range: HistoryRange
}

/** A share of thousands of percent tells less than words. */
function wayOf(change: number | null) {
  if (change === null) return 'unknown'
  if (change < 0) return 'less'
  return change > 9 ? 'many' : 'more'
}

/** The range in one sentence, and how it differs from the time before. */
export function Comparison({ rows, shown, range }: ComparisonProps) {
  const { t } = useTexts()
  const before = rows.map(row => row.before)
  const isTraffic = shown === 'traffic'
  const now = isTraffic ? totalOf(rows, 'accepted') : lastOf(rows)
  if (now === null) return null
  const then = isTraffic ? totalOf(before, 'accepted') : lastOf(before)
  const change = changeOf(now, then)
  const refused = totalOf(rows, 'refused') ?? 0
  const sum = isTraffic
    ? t('statistics.history.sumTraffic', { accepted: formatNumber(now), refused: formatNumber(refused) })
    : t('statistics.history.sumStorage', { bytes: formatBytes(now) })
  const share = change === null ? '' : formatPercent(Math.abs(change))
  const way = wayOf(change)
  const name = t(`statistics.history.spans.${range}`)
  return (
    <span>
      <span className="text-text">
        {sum} {t(`statistics.history.change.${way}`, { share, range: name })}
      </span>{' '}
      {t('statistics.history.select')}
    </span>
  )
}
