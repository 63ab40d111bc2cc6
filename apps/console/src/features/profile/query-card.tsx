import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
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
  const waiting = (
    <div role="status">
      <span className="sr-only">{t('ui.loading')}</span>
      <CardSkeleton shape={shape} />
    </div>
  )
  return (
    <Card {...card}>
      <div className="mt-3">
        <Loaded query={query} waiting={waiting} failureOf={formFailureText}>
          {children}
        </Loaded>
      </div>
    </Card>
  )
}
