import type { AnswerOf } from '@hornets/contract/endpoint'
import { listLightning } from '@hornets/contract/wallet/lightning'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight, Zap } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatSignedSats } from '../../../ui/text/sats.ts'
import { wallet } from '../service/wallet-service.ts'

interface HistoryDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const rowsAtOnce = 20

export function HistoryDialog(props: HistoryDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.lightning.history')}>
      {props.open && <History />}
    </Dialog>
  )
}

function History() {
  const { t } = useTexts()
  const [offset, setOffset] = useState(0)
  const query = useQuery({
    queryKey: ['wallet', 'lightning', 'transactions', offset],
    queryFn: ({ signal }) => wallet.call(listLightning, { query: { limit: rowsAtOnce, offset }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const rows = query.data
  if (!rows && query.error)
    return (
      <ErrorState message={failureText(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  if (!rows) return <Skeleton className="h-40" />
  if (rows.length === 0 && offset === 0)
    return <EmptyState icon={Zap} title={t('wallet.lightning.none')} text={t('wallet.lightning.noneText')} />
  const hasMore = rows.length === rowsAtOnce
  return (
    <div className="grid gap-3">
      <ul>
        {rows.map(row => (
          <Line key={`${row.payment_hash} ${row.incoming}`} row={row} />
        ))}
      </ul>
      {(offset > 0 || hasMore) && (
        <div className="flex justify-end gap-2">
          <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - rowsAtOnce)}>
            {t('wallet.lightning.previous')}
          </Button>
          <Button size="small" disabled={!hasMore} onClick={() => setOffset(offset + rowsAtOnce)}>
            {t('wallet.lightning.next')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Line({ row }: { readonly row: AnswerOf<typeof listLightning>[number] }) {
  const { t } = useTexts()
  const Icon = row.incoming ? ArrowDownLeft : ArrowUpRight
  const sats = row.incoming ? row.amount_sats : -(row.amount_sats + row.fee_sats)
  return (
    <li className="flex items-start gap-3 border-line border-b py-2.5 last:border-b-0">
      <Icon size={16} className={`mt-1 flex-none ${row.incoming ? 'text-ok' : 'text-muted'}`} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap justify-between gap-x-3 text-small">
          <span className="font-semibold">
            {t(row.incoming ? 'wallet.lightning.incoming' : 'wallet.lightning.outgoing')}
          </span>
          <span className="font-semibold tabular-nums">{formatSignedSats(sats)}</span>
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 text-caption text-muted">
          <span className="wrap-anywhere">{row.description}</span>
          <span>{formatDateTime(row.settled_at ?? row.created_at)}</span>
        </p>
        {row.state !== 'paid' && (
          <span>
            <Badge kind="warn">
              {t(row.state === 'failed' ? 'wallet.lightning.stateFailed' : 'wallet.lightning.stateUnknown')}
            </Badge>
          </span>
        )}
      </div>
    </li>
  )
}
