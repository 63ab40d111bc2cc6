import { Pause, Play, Search, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { listFailures } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EndlessList } from '../../ui/content/endless-list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { areDaysReversed } from '../../ui/text/calendar-day.ts'
import { CountsCard } from './counts-card.tsx'
import { Filters } from './filters.tsx'
import { RefusalRow } from './refusal-row.tsx'
import { writeRefusalSearch } from './refusal-search.ts'
import { useRefusalSearch } from './use-refusal-search.ts'
import { useRefusals } from './use-refusals.ts'

export function RefusalsPage() {
  const { t } = useTexts()
  const filters = useRefusalSearch()
  const isReversed = areDaysReversed(filters.search)
  const isFiltered = Object.keys(writeRefusalSearch(filters.search)).length > 0
  const list = useRefusals(filters.search, isReversed)
  const [open, setOpen] = useState<number>()
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-160 flex-1 basis-72">
          <h1 className="font-semibold text-title">{t('shell.nav.refusals')}</h1>
          <p className="text-muted text-small">{t('refusals.description')}</p>
        </div>
        <Button icon={list.isPaused ? Play : Pause} onClick={list.toggle}>
          {t(list.isPaused ? 'refusals.resume' : 'refusals.pause')}
          {list.waiting.count > 0 && (
            <span className="font-normal tabular-nums">
              {t(list.waiting.isMore ? 'refusals.newOrMore' : 'refusals.newCount', { count: list.waiting.count })}
            </span>
          )}
        </Button>
      </div>
      <CountsCard filters={filters} />
      <div className="rounded-md border border-line bg-surface">
        <Filters filters={filters} />
        {isReversed ? (
          <EmptyState icon={Search} title={t('refusals.reversed.title')} text={t('refusals.reversed.text')} />
        ) : (
          <EndlessList
            query={list.query}
            isEmpty={list.refusals.length === 0}
            loading={<RowsSkeleton rows={8} className="h-6" />}
            empty={<NoRefusals isFiltered={isFiltered} onClear={filters.clear} />}
            more={t('refusals.older')}
            failureOf={listFailures}
          >
            <ul
              aria-label={t('shell.nav.refusals')}
              aria-busy={list.query.isPlaceholderData}
              className={list.query.isPlaceholderData ? 'opacity-60' : ''}
            >
              {list.refusals.map(refusal => (
                <RefusalRow
                  key={refusal.id}
                  refusal={refusal}
                  open={refusal.id === open}
                  isNew={list.isNew(refusal.id)}
                  filters={filters}
                  onToggle={() => setOpen(refusal.id === open ? undefined : refusal.id)}
                />
              ))}
            </ul>
          </EndlessList>
        )}
      </div>
    </div>
  )
}

function NoRefusals({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useTexts()
  if (!isFiltered)
    return <EmptyState icon={ShieldCheck} title={t('refusals.empty.title')} text={t('refusals.empty.text')} />
  return (
    <EmptyState
      icon={Search}
      title={t('refusals.nothingFound.title')}
      text={t('refusals.nothingFound.text')}
      action={<Button onClick={onClear}>{t('refusals.nothingFound.clear')}</Button>}
    />
  )
}
