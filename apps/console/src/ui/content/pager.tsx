import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../buttons/button.tsx'
import { formatNumber } from '../text/format.ts'

interface PagerProps {
  /** Rows before the first that is shown. */
  readonly offset: number
  readonly pageSize: number
  readonly total: number
  readonly onOffset: (offset: number) => void
}

/** Which rows of a list are shown, and the way to those before and after; nothing if all are. */
export function Pager({ offset, pageSize, total, onOffset }: PagerProps) {
  const { t } = useTexts()
  if (total <= pageSize && offset === 0) return null
  const to = Math.min(offset + pageSize, total)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-small">
      <span role="status" className="text-muted tabular-nums">
        {t('ui.pager.shown', { from: formatNumber(offset + 1), to: formatNumber(to), all: formatNumber(total) })}
      </span>
      <span className="flex gap-2">
        <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
          {t('ui.pager.back')}
        </Button>
        <Button size="small" disabled={to >= total} onClick={() => onOffset(offset + pageSize)}>
          {t('ui.pager.next')}
        </Button>
      </span>
    </div>
  )
}
