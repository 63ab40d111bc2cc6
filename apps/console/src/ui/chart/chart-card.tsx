import clsx from 'clsx'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { Card } from '../content/card.tsx'
import { sincePageOpening } from '../page/page-opened.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import { useElapsed } from '../states/use-elapsed.ts'
import { chartHeightPx } from './chart-height.ts'
import { ChartTable, type ChartTableData } from './chart-table.tsx'
import { chartWaitMs } from './chart-wait.ts'
import { Legend, type LegendItem } from './legend.tsx'

export interface ChartState {
  readonly isPending: boolean
  readonly failure?: string
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  readonly isEmpty: boolean
}

export interface ChartCardProps {
  readonly title: string
  readonly description?: string
  readonly state: ChartState
  /** Replaces 'No data'. */
  readonly emptyTitle?: string
  /** Below it: why, or what to do. */
  readonly emptyText?: string
  readonly heightPx?: number
  readonly legend?: readonly LegendItem[]
  readonly table?: () => ChartTableData
  /** To the right of the title: a link, or a choice of range. */
  readonly action?: ReactNode
  /** The action has its own row on phones. */
  readonly wideAction?: boolean
  readonly note?: ReactNode
  readonly className?: string
  /** Renders the chart; called only with data. */
  readonly children: () => ReactNode
}

export function ChartCard({ heightPx = chartHeightPx, className, state, ...card }: ChartCardProps) {
  const { t } = useTexts()
  const [asTable, setAsTable] = useState(false)
  const [waitMs] = useState(() => (state.isPending ? chartWaitMs(sincePageOpening()) : 0))
  const hasWaited = useElapsed(waitMs)
  const isLoading = state.isPending || !hasWaited
  const isReady = !isLoading && !state.failure && !state.isEmpty

  function body(): ReactNode {
    if (isLoading) return <ChartSkeleton heightPx={heightPx} />
    if (!isReady) return <NoData state={state} title={card.emptyTitle} text={card.emptyText} />
    if (asTable && card.table)
      return <ChartTable caption={card.description ?? card.title} heightPx={heightPx} {...card.table()} />
    return card.children()
  }

  return (
    <Card
      title={card.title}
      description={card.description}
      describe="under"
      wideAside={card.wideAction}
      className={clsx('flex flex-col', className)}
      aside={
        <span className="flex items-center justify-between gap-2">
          {card.action}
          {card.table && (
            <IconButton
              size="small"
              className="-mr-1.5"
              icon={asTable ? ChartColumn : Table2}
              label={t(asTable ? 'chart.showChart' : 'chart.showTable', { title: card.title })}
              disabled={!isReady}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </span>
      }
    >
      <div aria-busy={isLoading} className="mt-3 flex flex-1 flex-col" style={{ minHeight: heightPx }}>
        {body()}
      </div>
      {/* Without a chart there is nothing to describe; its space stays. */}
      <div className={clsx(!isLoading && !isReady && 'invisible')}>
        {card.legend && <Legend items={card.legend} />}
        {card.note && <p className="mt-2 text-caption text-muted">{card.note}</p>}
      </div>
    </Card>
  )
}

interface NoDataProps {
  readonly state: ChartState
  readonly title: string | undefined
  readonly text: string | undefined
}

/** No data, with the reason; after a failure with a retry. */
function NoData({ state: { failure, onRetry, isRetrying }, title, text }: NoDataProps) {
  const { t } = useTexts()
  if (failure)
    return (
      <ErrorState
        title={t('chart.noData')}
        message={failure}
        className="my-auto"
        onRetry={onRetry}
        retrying={isRetrying}
      />
    )
  return (
    <EmptyState
      icon={ChartColumn}
      title={title ?? t('chart.noData')}
      text={text ?? t('chart.noDataYet')}
      className="my-auto"
    />
  )
}

const barHeights = ['h-[38%]', 'h-[52%]', 'h-[46%]', 'h-[64%]', 'h-[72%]', 'h-[86%]']

function ChartSkeleton({ heightPx }: { readonly heightPx: number }) {
  const { t } = useTexts()
  return (
    <div role="status" className="flex items-end gap-[5%] px-4" style={{ height: heightPx }}>
      <span className="sr-only">{t('chart.loading')}</span>
      {barHeights.map(height => (
        <Skeleton key={height} className={clsx('flex-1', height)} />
      ))}
    </div>
  )
}
