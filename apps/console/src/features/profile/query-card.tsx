import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardSkeleton, type ComingShape } from './card-skeleton.tsx'

interface QueryCardProps<Data> {
  readonly title: string
  readonly description?: string
  readonly aside?: ReactNode
  /** On a phone the aside is below the description. */
  readonly wideAside?: boolean
  readonly query: UseQueryResult<Data>
  readonly shape?: ComingShape
  readonly children: (data: Data) => ReactNode
}

/** A card for data from the relay: loading, failed, or loaded. */
export function QueryCard<Data>({ query, shape = 'rows', children, ...card }: QueryCardProps<Data>) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = query
  return (
    <Card {...card}>
      <div className="mt-3">
        {data !== undefined && children(data)}
        {data === undefined && error && (
          <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {data === undefined && !error && (
          <div role="status">
            <span className="sr-only">{t('ui.loading')}</span>
            <CardSkeleton shape={shape} />
          </div>
        )}
      </div>
    </Card>
  )
}
