import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import clsx from 'clsx'
import { ArrowDownLeft, ArrowUpRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime, formatDay, formatTime } from '../../../ui/text/format.ts'
import { formatExactSats, formatSignedSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { formatUsd, type Rate, rateNearest, usdOf } from '../../../ui/text/usd.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { TransactionLink } from '../transaction/transaction-link.tsx'
import { comesTo, directionOf, statusOf, txidOf } from './transaction-facts.ts'

const icons = { received: ArrowDownLeft, sent: ArrowUpRight, self: RotateCcw } as const

interface TransactionLineProps {
  readonly row: WalletTransaction
  readonly rates: readonly Rate[]
  /** The operator's label. */
  readonly label?: ReactNode
  /** Two lines for narrow cards: no year, a shorter id, no label; if still too long, no id and no time. */
  readonly compact?: boolean
}

/** One line of the history: direction, time, confirmations, amount (WALLET-11, WALLET-12). */
export function TransactionLine({ row, rates, label, compact = false }: TransactionLineProps) {
  const { t } = useTexts()
  const direction = directionOf(row)
  const Icon = icons[direction]
  const usd = usdOf(comesTo(row), rateNearest(rates, Date.parse(row.Date)))
  const txid = txidOf(row)
  const name =
    row.payees === undefined ? t(`wallet.history.${direction}`) : t('wallet.history.sentToMany', { count: row.payees })
  return (
    <li className="@container flex items-start gap-3 border-line border-b py-2.5 last:border-b-0 last:pb-0">
      <Icon size={16} className={clsx('mt-1.5 flex-none', direction === 'received' ? 'text-ok' : 'text-muted')} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center">
            <span className="mr-2 font-semibold text-small">
              {compact ? <TransactionLink txid={txid}>{name}</TransactionLink> : name}
            </span>
            {compact && <Id row={row} compact />}
          </span>
          <Amount row={row} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-caption text-muted">
          <span className="flex flex-wrap items-center gap-x-2">
            <time dateTime={row.Date} title={compact ? formatDateTime(row.Date) : undefined}>
              {compact ? formatDay(row.Date) : formatDateTime(row.Date)}
              {compact && <span className="@max-[22rem]:hidden">, {formatTime(row.Date)}</span>}
            </time>
            {compact && <Status row={row} />}
          </span>
          <span className="ml-auto flex flex-wrap justify-end gap-x-2 tabular-nums">
            {row.fee_sats !== undefined && (
              <span className="whitespace-nowrap">
                {t('wallet.history.fee', { fee: formatExactSats(row.fee_sats) })}
              </span>
            )}
            <span>{usd === null ? t('wallet.history.usdUnknown') : formatUsd(usd)}</span>
          </span>
        </div>
        {!compact && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="flex min-w-40 flex-1 flex-wrap items-center">
              <Id row={row} />
              {label}
            </span>
            <span className="ml-auto">
              <Status row={row} />
            </span>
          </div>
        )}
        {row.origin_unknown && <p className="text-caption text-muted">{t('wallet.history.originUnknown')}</p>}
      </div>
    </li>
  )
}

function Amount({ row }: Pick<TransactionLineProps, 'row'>) {
  const isVoid = Boolean(row.replaced_by || row.dropped)
  return (
    <span
      className={clsx(
        'ml-auto font-semibold text-small tabular-nums',
        isVoid && 'text-muted line-through',
        !isVoid && directionOf(row) === 'received' && 'text-ok',
      )}
    >
      {formatSignedSats(comesTo(row))}
    </span>
  )
}

function Id({ row, compact = false }: Pick<TransactionLineProps, 'row' | 'compact'>) {
  const { t } = useTexts()
  const txid = txidOf(row)
  const title = `${txid}\n${row.Output}`
  return (
    <span className={clsx('flex items-center', compact && '@max-[22rem]:hidden')}>
      {compact ? (
        <span title={title} className="whitespace-nowrap font-mono text-caption text-muted">
          {shortenMiddle(txid, 4, 4)}
        </span>
      ) : (
        <TransactionLink txid={txid} title={title} />
      )}
      <CopyId value={txid} label={t('wallet.copyTxid')} />
    </span>
  )
}

const looks = {
  replaced: 'neutral',
  dropped: 'bad',
  unconfirmed: 'warn',
  confirming: 'neutral',
  confirmed: 'ok',
} as const

function Status({ row }: { readonly row: WalletTransaction }) {
  const { t } = useTexts()
  const status = statusOf(row)
  if (status === 'unknown') return null
  return <Badge kind={looks[status]}>{t(`wallet.status.${status}`, { count: row.confirmations ?? 0 })}</Badge>
}
