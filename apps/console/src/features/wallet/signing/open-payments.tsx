import { useQuery } from '@tanstack/react-query'
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Ending } from '../paying/ending.tsx'
import type { Outcome } from '../paying/make-payment.ts'
import { sessionQueries } from '../service/queries.ts'
import { OpenPayment } from './open-payment.tsx'

/** Payments waiting for several people's signatures, across sessions. */
export function OpenPayments({ onSending }: { readonly onSending: (isSending: boolean) => void }) {
  const { t } = useTexts()
  const query = useQuery(sessionQueries.openPsbts)
  // Stays after the payment has left the list.
  const [outcome, setOutcome] = useState<Outcome>()
  if (query.data === undefined && query.error)
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  if (query.data === undefined) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3">
      {outcome && <Ending outcome={outcome} />}
      {query.data.length === 0 && !outcome && <EmptyState icon={FileSignature} title={t('wallet.signing.none')} />}
      {query.data.map(open => (
        <OpenPayment key={open.txid} open={open} onSending={onSending} onEnd={setOutcome} />
      ))}
    </div>
  )
}
