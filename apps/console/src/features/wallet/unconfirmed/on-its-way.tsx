import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import type { ReplacementChoice } from '../paying/spending.ts'
import { walletQueries } from '../service/queries.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import { type IncomingRow, incomingUnconfirmed } from './incoming.ts'
import { IncomingList } from './incoming-list.tsx'
import { PendingList } from './pending-list.tsx'
import type { PendingPayment } from './pending-payment.ts'

interface OnItsWayProps {
  readonly canSpend: boolean
  /** Why this role cannot act here; undefined if it can. */
  readonly refusal: string | undefined
  readonly onReplace: (row: PendingPayment, choice: ReplacementChoice) => void
  readonly onSpeedUp: (row: IncomingRow) => void
}

/** Unconfirmed payments in both directions (WALLET-46 to WALLET-49). */
export function OnItsWay({ canSpend, refusal, onReplace, onSpeedUp }: OnItsWayProps) {
  const { t } = useTexts()
  const { presence } = useWalletState()
  const payments = useQuery(walletQueries.pending)
  const rows = payments.data
  // The newest page suffices: unconfirmed payments are at the top.
  const { data: history } = useInfiniteQuery(walletQueries.transactions)
  const incoming = incomingUnconfirmed(history?.pages.flat() ?? [])
  if (rows === undefined && payments.error) {
    return (
      <ErrorState
        message={failureText(payments.error)}
        onRetry={() => void payments.refetch()}
        retrying={payments.isFetching}
      />
    )
  }
  if (rows === undefined) return <Skeleton className="h-24" />
  const isEmpty = rows.length === 0 && incoming.length === 0
  return (
    <div className="grid gap-5">
      {refusal && !isEmpty && <Alert>{refusal}</Alert>}
      {(presence === 'offline' || presence === 'absent') && (
        <Alert kind="warning">{t('wallet.unconfirmed.silent')}</Alert>
      )}
      {isEmpty && <EmptyState icon={Hourglass} title={t('wallet.unconfirmed.none')} />}
      {rows.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-small">{t('wallet.unconfirmed.outgoing')}</h3>
          <PendingList rows={rows} canSpend={canSpend} onReplace={onReplace} />
        </section>
      )}
      {incoming.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-small">{t('wallet.unconfirmed.incoming')}</h3>
          <IncomingList rows={incoming} canSpend={canSpend} onSpeedUp={onSpeedUp} />
        </section>
      )}
    </div>
  )
}
