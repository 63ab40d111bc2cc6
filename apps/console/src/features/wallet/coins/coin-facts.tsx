import type { AnswerOf } from '@hornets/contract/endpoint'
import type { listCoins } from '@hornets/contract/wallet/accounting'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'

export type CoinRow = AnswerOf<typeof listCoins>[number]
export const outpointOf = ({ outpoint }: CoinRow): string => outpoint

interface CoinFactsProps {
  readonly coin: CoinRow
  /** Content after its address, e.g. copy buttons, unless the whole is a button. */
  readonly children?: ReactNode
}

export function CoinFacts({ coin, children }: CoinFactsProps) {
  const { t } = useTexts()
  const { outpoint, address, value_sats, confirmations, unconfirmed, label } = coin
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold text-small tabular-nums">{formatExactSats(value_sats)}</span>
        <span className="text-caption text-muted">
          {confirmations > 0
            ? t('wallet.coins.depth', { count: confirmations })
            : t(unconfirmed ? `wallet.coins.unconfirmed.${unconfirmed}` : 'wallet.status.unconfirmed')}
        </span>
      </span>
      <span className="flex flex-wrap items-center font-mono text-caption text-muted">
        <span title={`${address}\n${outpoint}`}>{shortenMiddle(address, 14, 8)}</span>
        {children}
      </span>
      {label && <span className="text-caption">{label}</span>}
    </span>
  )
}
