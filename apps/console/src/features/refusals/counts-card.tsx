import type { RefusalCause } from '@hornets/contract/admin/refusals/causes'
import { countRefusals } from '@hornets/contract/admin/refusals/refusals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { chartState } from '../../api/queries/chart-state.ts'
import { useTexts } from '../../i18n/texts.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { tableOf } from '../../ui/chart/chart-table.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { useScrollStop } from '../../ui/page/use-scroll-stop.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { binCounts, type CountBin, type CountRange, causesOf, countRanges, startOf } from './count-bins.ts'
import type { RefusalFilters } from './use-refusal-search.ts'

const heightPx = 160
const ranges = Object.keys(countRanges) as CountRange[]

export function CountsCard({ filters }: { readonly filters: RefusalFilters }) {
  const { t } = useTexts()
  const [range, setRange] = useState<CountRange>('week')
  const query = useQuery({
    ...cached(countRefusals, { range }),
    queryFn: ({ signal }) => api.call(countRefusals, { query: { from: startOf(range, Date.now()) }, signal }),
    placeholderData: keepPreviousData,
  })
  const title = t('refusals.counts.title')
  const chart = {
    rows: query.data ? binCounts(query.data, range, query.dataUpdatedAt) : [],
    series: [
      { key: 'refused', label: t('refusals.counts.refused'), colour: 'errors', value: (bin: CountBin) => bin.refused },
    ] as const,
    keyOf: (bin: CountBin) => String(bin.startMs),
    nameOf: (bin: CountBin) => bin.name,
    tickOf: (bin: CountBin) => bin.tick,
    format: (value: number) => formatNumber(value),
  }
  const unlisted = query.data?.unlisted ?? 0
  return (
    <ChartCard
      title={title}
      description={t('refusals.counts.description')}
      state={chartState(query, ({ counts }) => Object.keys(counts).length === 0)}
      emptyTitle={t('refusals.counts.none')}
      emptyText={t('refusals.counts.noneText')}
      heightPx={heightPx}
      table={() => tableOf(t('chart.time'), chart)}
      note={unlisted > 0 ? t('refusals.counts.unlisted', { count: unlisted }) : undefined}
      wideAction
      action={
        <Segmented
          label={t('refusals.counts.range')}
          value={range}
          onValueChange={setRange}
          choices={ranges.map(value => ({ value, label: t(`refusals.counts.ranges.${value}`) }))}
        />
      }
    >
      {() => (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <BarChart label={title} heightPx={heightPx} whole {...chart} />
          <Causes counts={query.data?.counts ?? {}} filters={filters} />
        </div>
      )}
    </ChartCard>
  )
}

interface CausesProps {
  readonly counts: Partial<Record<RefusalCause, number>>
  readonly filters: RefusalFilters
}

function Causes({ counts, filters: { search, choose } }: CausesProps) {
  const { t } = useTexts()
  const causes = causesOf(counts)
  const most = causes[0]?.count ?? 1
  return (
    <ul
      aria-label={t('refusals.counts.byCause')}
      {...useScrollStop<HTMLUListElement>()}
      className="grid max-h-40 content-start gap-0.5 overflow-y-auto"
    >
      {causes.map(({ cause, count }) => (
        <li key={cause}>
          <button
            type="button"
            aria-pressed={search.cause === cause}
            onClick={() => choose({ cause: search.cause === cause ? '' : cause })}
            className={clsx(
              'relative flex w-full items-center justify-between gap-3 overflow-hidden rounded-sm px-2 py-1 text-left text-small hover:bg-sunken focus-visible:outline-offset-[-2px]',
              search.cause === cause && 'font-semibold',
            )}
          >
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 rounded-sm bg-bad-soft transition-[width] duration-300 motion-reduce:transition-none"
              style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
            />
            <span className="relative min-w-0 truncate">{t(`refusals.causes.${cause}.name`)}</span>
            <span className="relative tabular-nums">{formatNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
