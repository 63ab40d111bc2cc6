import type { TransactionDetails } from '@hornets/contract/wallet/transaction-details'
import { useTexts } from '../../../i18n/texts.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { Side } from './side.tsx'
import { TransactionLink } from './transaction-link.tsx'

type Input = NonNullable<TransactionDetails['whole']>['inputs'][number]

/** The coins it spends; of others' coins only the origin is known. */
export function Inputs({ inputs }: { readonly inputs: readonly Input[] }) {
  const { t } = useTexts()
  return (
    <Side
      title={t('wallet.transaction.inputs', { count: inputs.length })}
      rows={inputs}
      keyOf={({ outpoint }) => outpoint}
    >
      {({ outpoint, address, value_sats, known }) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="grid min-w-0">
            <span title={address ?? outpoint} className="font-mono text-small">
              {shortenMiddle(address ?? outpoint, 14, 8)}
            </span>
            <span className="text-caption text-muted">
              {t(value_sats === undefined ? 'wallet.transaction.ofOthers' : 'wallet.transaction.yours')}
              {known && ' · '}
              {known && <TransactionLink txid={outpoint.slice(0, 64)} />}
            </span>
          </span>
          {value_sats !== undefined && (
            <span className="ml-auto text-small tabular-nums">{formatExactSats(value_sats)}</span>
          )}
        </div>
      )}
    </Side>
  )
}
