import { search } from '@hornets/contract/admin/search'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { signedSats } from '../sources/transactions.ts'
import { Fact, FactList } from './facts.tsx'

interface TransactionDialogProps {
  readonly txid: string
  readonly open: boolean
  readonly onClose: () => void
  readonly Details: ComponentType<DetailsProps>
}

export interface DetailsProps {
  readonly txid: string
  readonly children: ReactNode
}

/** A transaction as it is now: its confirmations grow. */
export function TransactionDialog({ txid, open, onClose, Details }: TransactionDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('search.transaction.title')}
      actions={
        <Link
          to="/wallet"
          onClick={onClose}
          className="font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          {t('search.transaction.open')}
        </Link>
      }
    >
      <Details txid={txid}>
        <TransactionFacts txid={txid} />
      </Details>
    </Dialog>
  )
}

/** Maximum number of addresses shown per transaction. */
const linesMax = 20

function TransactionFacts({ txid }: { readonly txid: string }) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(
    apiQuery(search, { query: { q: txid, category: 'transactions', limit: linesMax } }),
  )
  if (error) return <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={5} className="h-5" />
  const lines = data.results.filter(found => found.category === 'transactions').filter(found => found.txid === txid)
  const [first] = lines
  if (!first) return <p className="text-muted">{t('search.transaction.unknown')}</p>
  const { date, confirmations } = first
  const fee = lines.find(({ fee_sats }) => fee_sats !== undefined)?.fee_sats
  return (
    <FactList>
      {lines.map(({ address, value }) => (
        <Fragment key={address}>
          <Fact name={t('search.transaction.amount')}>
            <span className="font-semibold tabular-nums">{signedSats(value)}</span>
          </Fact>
          <Fact name={t('search.transaction.address')}>
            <span className="font-mono text-small">{address}</span>
            <CopyButton value={address} label={t('search.transaction.copyAddress')} />
          </Fact>
        </Fragment>
      ))}
      {fee !== undefined && (
        <Fact name={t('search.transaction.fee')}>
          <span className="tabular-nums">{t('search.sats', { amount: formatNumber(fee) })}</span>
        </Fact>
      )}
      <Fact name={t('search.transaction.time')}>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </Fact>
      <Fact name={t('search.transaction.state')}>
        {confirmations === null
          ? t('search.transaction.sent')
          : t('search.transaction.confirmations', { count: confirmations })}
      </Fact>
      <Fact name={t('search.transaction.id')}>
        <span className="font-mono text-small" title={txid}>
          {shortenMiddle(txid, 12, 8)}
        </span>
        <CopyButton value={txid} label={t('search.transaction.copyId')} />
      </Fact>
    </FactList>
  )
}
