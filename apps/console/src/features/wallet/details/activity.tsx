import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { sessionQueries } from '../service/queries.ts'
import { ActivityLine } from './activity-line.tsx'

const shownAtFirst = 8

export function Activity() {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.audit)
  const [isWhole, setWhole] = useState(false)
  if (query.data === undefined && query.error) {
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-40" />
  const rows = query.data
  // The sign-in for this request is an entry, so the list is never empty.
  return (
    <>
      <ul className="border-line border-t">
        {rows.slice(0, isWhole ? undefined : shownAtFirst).map((row, index) => (
          // Identical entries can share a second: their position from the end tells them apart, since rows are added at
          // the top.
          <ActivityLine key={`${row.at}-${String(rows.length - index)}`} row={row} />
        ))}
      </ul>
      {!isWhole && rows.length > shownAtFirst && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('wallet.receive.all', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
