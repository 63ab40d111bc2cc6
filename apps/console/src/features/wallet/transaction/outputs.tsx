import type { TransactionDetails } from '@hornets/contract/wallet/transaction-details'
import { useTexts } from '../../../i18n/texts.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { LabelEdit } from '../labels/label-edit.tsx'
import type { Labels } from '../labels/use-labels.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { Side } from './side.tsx'
import { TransactionLink } from './transaction-link.tsx'

interface OutputsProps {
  readonly txid: string
  readonly outputs: TransactionDetails['outputs']
  readonly labels: Labels
}

export function Outputs({ txid, outputs, labels }: OutputsProps) {
  const { t } = useTexts()
  return (
    <Side
      title={t('wallet.transaction.outputs', { count: outputs.length })}
      rows={outputs}
      keyOf={({ vout }) => String(vout)}
    >
      {({ vout, address, value_sats, to, spent_by }) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="grid min-w-0">
            <span className="flex items-center gap-1">
              <span title={address} className="font-mono text-small">
                {address === undefined ? t('wallet.transaction.noAddress') : shortenMiddle(address, 14, 8)}
              </span>
              {address !== undefined && (
                <CopyId value={address} label={t('wallet.transaction.copyAddress', { vout })} />
              )}
            </span>
            <span className="flex flex-wrap items-center gap-x-1 text-caption text-muted">
              {t(`wallet.transaction.to.${to}`)}
              {spent_by !== undefined && to !== 'others' && (
                <>
                  {' · '}
                  {t('wallet.transaction.spent')}
                  {spent_by !== '' && <TransactionLink txid={spent_by} />}
                </>
              )}
            </span>
          </span>
          <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
            <LabelEdit
              labels={labels}
              type="output"
              of={`${txid}:${vout}`}
              what={t('wallet.transaction.output', { vout })}
            />
            <span className="text-small tabular-nums">{formatExactSats(value_sats)}</span>
          </span>
        </div>
      )}
    </Side>
  )
}
