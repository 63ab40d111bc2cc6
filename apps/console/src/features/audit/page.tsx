import { type AuditEntry, listAudit } from '@hornets/contract/admin/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { listFailures } from '../../api/calls/failure-text.ts'
import { useMay, useRoleName } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EndlessList } from '../../ui/content/endless-list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotForRole } from '../../ui/states/not-for-role.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { areDaysReversed } from '../../ui/text/calendar-day.ts'
import { auditPages } from './audit-queries.ts'
import { writeAuditSearch } from './audit-search.ts'
import { ChainCheckButton, ChainResult, useChainCheck } from './chain-check.tsx'
import { DatabaseCheckButton, DatabaseResult, useDatabaseCheck } from './database-check.tsx'
import { EntryRow } from './entry-row.tsx'
import { ExportButton } from './export-button.tsx'
import { Filters } from './filters.tsx'
import { NotedHead } from './noted-head.tsx'
import { useAuditSearch } from './use-audit-search.ts'
import { useEntry, useOpenEntry } from './use-open-entry.ts'

/** Who did what, when and from where, with the values before and after; and whether the log is intact. */
export function AuditPage() {
  return useMay(listAudit) ? <Log /> : <NotAllowed />
}

function NotAllowed() {
  const { t } = useTexts()
  const role = useRoleName()
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t('shell.nav.audit')}</h1>
      <NotForRole title={t('audit.notAllowed.title')} text={t('audit.notAllowed.text', { role })} />
    </div>
  )
}

function Log() {
  const { t } = useTexts()
  const filters = useAuditSearch()
  const check = useChainCheck()
  const databases = useDatabaseCheck()
  const isReversed = areDaysReversed(filters.search)
  const isFiltered = Object.keys(writeAuditSearch(filters.search)).length > 0
  const query = useInfiniteQuery({ ...auditPages(filters.search), enabled: !isReversed })
  const entries = (!isReversed && query.data?.pages.flatMap(page => page.entries)) || []
  const open = useOpenEntry()
  const isListed = query.isLoading || entries.some(({ id }) => id === open.id)
  // A link can point to an older or filtered entry.
  const linked = useEntry(isListed ? undefined : open.id)
  const rowOf = (entry: AuditEntry) => (
    <EntryRow key={entry.id} entry={entry} open={entry.id === open.id} onToggle={() => open.toggle(entry.id)} />
  )
  return (
    <div className="grid max-w-600 content-start gap-4">
      <Head>
        <ChainCheckButton check={check} />
        <DatabaseCheckButton check={databases} />
        <ExportButton search={filters.search} disabled={entries.length === 0} />
      </Head>
      <ChainResult check={check} />
      {check.data && <NotedHead />}
      <DatabaseResult check={databases} />
      <div className="rounded-md border border-line bg-surface">
        <Filters filters={filters} />
        {linked && !isListed && (
          <ul aria-label={t('audit.linked')} className="border-line border-b">
            {rowOf(linked)}
          </ul>
        )}
        {isReversed ? (
          <EmptyState icon={Search} title={t('audit.reversed.title')} text={t('audit.reversed.text')} />
        ) : (
          <EndlessList
            query={query}
            isEmpty={entries.length === 0}
            loading={<RowsSkeleton rows={8} className="h-6" />}
            empty={<NoEntries isFiltered={isFiltered} onClear={filters.clear} />}
            more={t('audit.older')}
            failureOf={listFailures}
          >
            <ul
              aria-label={t('shell.nav.audit')}
              aria-busy={query.isFetching}
              className={query.isPlaceholderData ? 'opacity-60' : ''}
            >
              {entries.map(rowOf)}
            </ul>
          </EndlessList>
        )}
      </div>
    </div>
  )
}

function Head({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 max-w-160 flex-1 basis-72">
        <h1 className="font-semibold text-title">{t('shell.nav.audit')}</h1>
        <p className="text-muted text-small">{t('audit.description')}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function NoEntries({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useTexts()
  if (!isFiltered) return <EmptyState icon={ScrollText} title={t('audit.empty.title')} text={t('audit.empty.text')} />
  return (
    <EmptyState
      icon={Search}
      title={t('audit.nothingFound.title')}
      text={t('audit.nothingFound.text')}
      action={<Button onClick={onClear}>{t('audit.nothingFound.clear')}</Button>}
    />
  )
}
