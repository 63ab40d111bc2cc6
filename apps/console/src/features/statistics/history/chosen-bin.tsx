import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { calendarDay, formatNumber } from '../../../ui/text/format.ts'
import { type HistoryRow, nameOf } from './history-rows.ts'

interface ChosenBinProps {
  readonly row: HistoryRow
  readonly seconds: number
  readonly onClose: () => void
}

/** A chosen place of the chart, with links to what happened then. */
export function ChosenBin({ row, seconds, onClose }: ChosenBinProps) {
  const { t } = useTexts()
  const since = Date.parse(row.at) / 1000
  const until = since + seconds - 1
  const [from, to] = [since, until].map(second => calendarDay(new Date(second * 1000)))
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-1 text-text">
      <span className="font-semibold">{nameOf(seconds, row.at)}</span>
      {row.accepted !== null && (
        <span>{t('statistics.history.acceptedThen', { count: row.accepted, number: formatNumber(row.accepted) })}</span>
      )}
      <Link to="/events" search={{ filter: { since, until } } as never} className={textLink}>
        {t('statistics.history.eventsThen')}
      </Link>
      <Link to="/refusals" search={{ from, to } as never} className={textLink}>
        {t('statistics.history.refusalsThen', { count: row.refused ?? 0, number: formatNumber(row.refused ?? 0) })}
      </Link>
      <IconButton size="small" icon={X} label={t('statistics.history.close')} onClick={onClose} />
    </span>
  )
}
