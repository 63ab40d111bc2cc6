import type { FoundTransaction } from '@hornets/contract/admin/search'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { shortenMiddle } from '../../ui/shorten.ts'
import { Fact, FactList } from './facts.tsx'
import { signedSats } from './sources/transactions.ts'

interface TransactionDialogProps {
  readonly transaction: FoundTransaction
  readonly open: boolean
  readonly onClose: () => void
}

/** A line of the wallet's history that was found. */
export function TransactionDialog({ transaction, open, onClose }: TransactionDialogProps) {
  const { t } = useTranslation()
  const { txid, address, value, date, confirmations } = transaction
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
      <FactList>
        <Fact name={t('search.transaction.amount')}>
          <span className="font-semibold tabular-nums">{signedSats(value)}</span>
        </Fact>
        <Fact name={t('search.transaction.time')}>
          <time dateTime={date}>{formatDateTime(date)}</time>
        </Fact>
        <Fact name={t('search.transaction.state')}>
          {confirmations === null
            ? t('search.transaction.sent')
            : t('search.transaction.confirmations', { count: confirmations })}
        </Fact>
        <Fact name={t('search.transaction.address')}>
          <span className="font-mono text-small">{address}</span>
          <CopyButton value={address} label={t('search.transaction.copyAddress')} />
        </Fact>
        <Fact name={t('search.transaction.id')}>
          <span className="font-mono text-small" title={txid}>
            {shortenMiddle(txid, 12, 8)}
          </span>
          <CopyButton value={txid} label={t('search.transaction.copyId')} />
        </Fact>
      </FactList>
    </Dialog>
  )
}
