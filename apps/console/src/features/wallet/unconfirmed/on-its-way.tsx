import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import type { ReplacementChoice } from '../paying/spending.ts'
import { walletQueries } from '../queries.ts'
import { type IncomingRow, incomingUnconfirmed } from './incoming.ts'
import { IncomingList } from './incoming-list.tsx'
import { PendingList } from './pending-list.tsx'
import { UnaskedNote } from './unasked-note.tsx'
import { useOnTheirWay } from './use-on-their-way.ts'

interface OnItsWayProps {
  readonly canSpend: boolean
  /** Why this role may not do anything here; undefined when it may. */
  readonly refusal: string | undefined
  readonly onReplace: (row: PendingTransaction, choice: ReplacementChoice) => void
  readonly onSpeedUp: (row: IncomingRow) => void
}

/** What no block holds yet, in both directions (WALLET-46 to WALLET-49). */
export function OnItsWay({ canSpend, refusal, onReplace, onSpeedUp }: OnItsWayProps) {
  const { t } = useTexts()
  // What the demo has on its way is made up, and its wallet tells nothing.
  const canAsk = canSpend && !isDemo()
  const payments = useOnTheirWay(canAsk)
  const { kept, rows } = payments
  // The newest page is enough: what is unconfirmed stands at the top.
  const { data: history } = useInfiniteQuery(walletQueries.transactions)
  const incoming = incomingUnconfirmed(history?.pages.flat() ?? [])
  if (rows === undefined && kept.error) {
    return (
      <ErrorState message={failureText(kept.error)} onRetry={() => void kept.refetch()} retrying={kept.isFetching} />
    )
  }
  // Nothing is said to be there before the wallet has spoken.
  const isEmpty = rows?.length === 0 && incoming.length === 0
  if (rows === undefined || (isEmpty && payments.isReading)) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-5">
      {refusal && !isEmpty && <Alert>{refusal}</Alert>}
      {!refusal && !isDemo() && <UnaskedNote payments={payments} canAsk={canAsk} />}
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
