import type { TransactionDetails } from '@hornets/contract/wallet/transaction-details'
import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats, formatSignedSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { LabelEdit } from '../labels/label-edit.tsx'
import { useLabels } from '../labels/use-labels.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Inputs } from './inputs.tsx'
import { netSatsOf } from './net-sats.ts'
import { Outputs } from './outputs.tsx'
import { TransactionLink } from './transaction-link.tsx'

const looks = { waiting: 'warn', pending: 'warn', confirmed: 'ok', replaced: 'neutral', dropped: 'bad' } as const

export function TransactionFacts({ details }: { readonly details: TransactionDetails }) {
  const { t } = useTexts()
  const labels = useLabels()
  const { txid, state, block, confirmations, seen_at, whole, outputs } = details
  const netSats = netSatsOf(details)
  const what = t('wallet.transaction.this')
  return (
    <div className="grid gap-4">
      <FactList>
        <Fact name={t('wallet.transaction.state')}>
          <Badge kind={looks[state]}>
            {state === 'confirmed'
              ? t('wallet.status.confirming', { count: confirmations })
              : t(`wallet.transaction.states.${state}`)}
          </Badge>
        </Fact>
        {netSats !== undefined && (
          <Fact name={t('wallet.transaction.net')} strong>
            {formatSignedSats(netSats)}
          </Fact>
        )}
        <Fact name={t('wallet.labels.title')}>
          <LabelEdit labels={labels} type="tx" of={txid} what={what} />
        </Fact>
        <FeeAndSize {...details} />
        <Fact name={t(block ? 'wallet.transaction.blockTime' : 'wallet.transaction.seen')}>
          <time dateTime={block?.time ?? seen_at}>{formatDateTime(block?.time ?? seen_at)}</time>
        </Fact>
        {block && (
          <Fact name={t('wallet.transaction.block')} title={block.hash}>
            {formatNumber(block.height)}
            <CopyId value={block.hash} label={t('wallet.transaction.copyBlock')} />
          </Fact>
        )}
        {whole && !block && (
          <Fact name={t('wallet.send.rbf')}>{t(whole.signals_replacement ? 'wallet.yes' : 'wallet.no')}</Fact>
        )}
        <Replacements {...details} />
        <Fact name={t('wallet.result.txid')} mono title={txid}>
          {shortenMiddle(txid, 12, 8)}
          <CopyId value={txid} label={t('wallet.copyTxid')} />
        </Fact>
      </FactList>
      {whole ? (
        <Inputs inputs={whole.inputs} />
      ) : (
        <p className="text-muted text-small">{t('wallet.history.originUnknown')}</p>
      )}
      <Outputs txid={txid} outputs={outputs} labels={labels} />
      {whole && (
        <p className="flex items-center gap-1 text-small">
          {t('wallet.transaction.raw', { bytes: formatNumber(whole.hex.length / 2) })}
          <CopyButton value={whole.hex} label={t('wallet.transaction.copyRaw')} />
        </p>
      )}
    </div>
  )
}

function FeeAndSize({ fee_sats, whole }: Pick<TransactionDetails, 'fee_sats' | 'whole'>) {
  const { t } = useTexts()
  return (
    <>
      <Fact name={t('wallet.fees.title')}>
        {fee_sats === undefined ? t('wallet.transaction.feeUnknown') : formatExactSats(fee_sats)}
        {fee_sats !== undefined && whole && (
          <span className="block text-caption text-muted">
            {t('wallet.fees.rate', { rate: formatNumber(fee_sats / whole.vsize, { maximumFractionDigits: 2 }) })}
          </span>
        )}
      </Fact>
      {whole && (
        <Fact name={t('wallet.transaction.size')}>
          {t('wallet.transaction.sizeText', { vbytes: formatNumber(whole.vsize), weight: formatNumber(whole.weight) })}
        </Fact>
      )}
    </>
  )
}

function Replacements({ replaced_by, replaces }: Pick<TransactionDetails, 'replaced_by' | 'replaces'>) {
  const { t } = useTexts()
  return (
    <>
      {replaced_by && (
        <Fact name={t('wallet.transaction.replacedBy')}>
          <TransactionLink txid={replaced_by} />
        </Fact>
      )}
      {replaces.map(other => (
        <Fact key={other} name={t('wallet.transaction.replaces')}>
          <TransactionLink txid={other} />
        </Fact>
      ))}
    </>
  )
}
