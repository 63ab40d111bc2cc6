import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import { shortenMiddle } from '../../../ui/shorten.ts'
import { viewParameter } from '../use-wallet-view.ts'

interface TransactionLinkProps {
  readonly txid: string
  readonly title?: string
  /** For a narrow card. */
  readonly isShort?: boolean
}

/** Opens a transaction in place of what is open; Back leads there again. */
export function TransactionLink({ txid, title = txid, isShort = false }: TransactionLinkProps) {
  const { t } = useTranslation()
  return (
    <Link
      to="."
      search={((now: object) => ({ ...now, [viewParameter]: undefined, tx: txid })) as never}
      resetScroll={false}
      title={title}
      aria-label={t('wallet.transaction.open', { txid: shortenMiddle(txid, 8, 6) })}
      className={clsx(
        'whitespace-nowrap font-mono text-caption text-muted underline-offset-4 hover:text-text',
        isShort ? 'hover:underline' : 'underline decoration-line-strong hover:decoration-current',
      )}
    >
      {isShort ? shortenMiddle(txid, 4, 4) : shortenMiddle(txid, 8, 6)}
    </Link>
  )
}
