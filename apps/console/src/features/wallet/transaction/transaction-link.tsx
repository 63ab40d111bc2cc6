import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { viewParameter } from '../service/use-wallet-view.ts'

interface TransactionLinkProps {
  readonly txid: string
  readonly title?: string
  /** Replaces its id, in the style of the surrounding text. */
  readonly children?: ReactNode
}

/** Opens a transaction in place of the current one; Back returns. */
export function TransactionLink({ txid, title = txid, children }: TransactionLinkProps) {
  const { t } = useTexts()
  const short = shortenMiddle(txid, 8, 6)
  const look = children
    ? 'hover:underline'
    : 'whitespace-nowrap font-mono text-caption text-muted underline decoration-line-strong hover:text-text hover:decoration-current'
  return (
    <Link
      to="."
      search={((now: object) => ({ ...now, [viewParameter]: undefined, tx: txid })) as never}
      resetScroll={false}
      title={children ? undefined : title}
      aria-label={children ? undefined : t('wallet.transaction.open', { txid: short })}
      className={`rounded-sm underline-offset-4 ${look}`}
    >
      {children ?? short}
    </Link>
  )
}
