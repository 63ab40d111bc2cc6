import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { shortenMiddle } from '../../../ui/shorten.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { UnlockForm } from '../keys/unlock-form.tsx'
import { formatExactSats } from '../money/sats-format.ts'
import { Fact, FactList } from '../send/fact-list.tsx'
import { Failure } from '../send/failure.tsx'
import { FeeTierPicker } from '../send/fee-tier-picker.tsx'
import { raiseTiers, type TierName, totalOf } from '../send/fee-tiers.ts'
import { Step } from '../send/step.tsx'
import { TxPicture } from '../send/tx-picture.tsx'
import { useFees } from '../send/use-fees.ts'
import type { Replacement } from '../send/use-payments.ts'
import { usePlan } from '../send/use-plan.ts'
import { useTxSize } from '../send/use-tx-size.ts'
import type { PendingRow } from './pending-list.tsx'

interface ReplaceFormProps {
  readonly row: PendingRow
  /** 2 raises the fee, 3 takes the payment back. */
  readonly choice: Replacement['choice']
  readonly balanceSats: number | undefined
  readonly isLocked: boolean
  readonly onCancel: () => void
  readonly onReplace: (replacement: Replacement) => void
}

const planRestMs = 500

/** A new transaction in the place of one that is on its way, spelled out before it is signed (WALLET-50 to WALLET-56). */
export function ReplaceForm({ row, choice, balanceSats, isLocked, onCancel, onReplace }: ReplaceFormProps) {
  const { t } = useTranslation()
  const formId = useId()
  const fees = useFees()
  const [tier, setTier] = useState<TierName>('low')
  const [typedRate, setTypedRate] = useState<number>()
  const tiers = fees.tiers && raiseTiers(fees.tiers, row.feeRate)
  const rate = typedRate ?? tiers?.[tier]
  // Less than the original is no replacement (R-63, BIP 125).
  const isRaised = rate !== undefined && rate > row.feeRate
  const takesBack = choice === 3
  const amountSats = takesBack ? 0 : row.amount

  const size = useTxSize(isRaised ? { original_tx_id: row.txid, new_fee_rate: rate } : undefined)
  const plannedRate = useDebounced(isRaised ? rate : undefined, planRestMs)
  const plan = usePlan(
    plannedRate === undefined ? undefined : { choice, original_tx_id: row.txid, new_fee_rate: plannedRate },
  )
  const isPlanned = plannedRate === rate && plan.data !== undefined
  // What is taken back is another transaction than the replacement whose size is told.
  const vbytes = takesBack ? (isPlanned ? plan.data.vsize : undefined) : size.vbytes
  const total = rate === undefined ? undefined : totalOf(amountSats, vbytes, rate)
  const isShort = total !== undefined && balanceSats !== undefined && !takesBack && total.totalSats > balanceSats
  const recipient = takesBack ? plan.data?.outputs[0]?.address : row.recipient_address
  const isReady = isRaised && total !== undefined && total.totalSats > 0 && !isShort && isPlanned && !isLocked

  function go(event: FormEvent): void {
    event.preventDefault()
    if (!isReady || recipient === undefined) return
    onReplace({ choice, originalTxid: row.txid, satsPerVbyte: rate, amountSats, recipient })
  }

  return (
    <Step
      title={t(takesBack ? 'wallet.replace.takeBackTitle' : 'wallet.replace.title')}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
            {t(takesBack ? 'wallet.unconfirmed.takeBack' : 'wallet.unconfirmed.replace')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-4">
        {takesBack && <p className="text-muted text-small">{t('wallet.replace.takeBackText')}</p>}
        <FactList>
          <Fact name={t('wallet.result.txid')} mono title={row.txid}>
            {shortenMiddle(row.txid, 14, 8)}
          </Fact>
          <Fact name={t('wallet.send.amount')}>{formatExactSats(row.amount)}</Fact>
        </FactList>
        {fees.signInError && <Failure error={fees.signInError} onRetry={fees.retry} retrying={fees.isFetching} />}
        {tiers ? (
          <>
            <FeeTierPicker
              tiers={tiers}
              source={fees.source}
              value={tier}
              onValueChange={next => {
                setTier(next)
                setTypedRate(undefined)
              }}
              vbytes={vbytes}
            />
            <NumberField
              label={t('wallet.replace.newRate')}
              description={t('wallet.replace.rateHint', { rate: row.feeRate })}
              unit="sat/vB"
              min={0}
              step={1}
              value={rate ?? null}
              onValueChange={next => next !== null && next >= 0 && setTypedRate(next)}
            />
          </>
        ) : (
          !fees.signInError && <Skeleton className="h-44" />
        )}
        <div aria-live="polite" className="grid gap-3">
          <FactList>
            <Fact name={t('wallet.replace.newFee')}>
              {total ? formatExactSats(total.feeSats) : size.isPending ? t('wallet.send.counting') : '–'}
            </Fact>
            <Fact name={t('wallet.send.total')} strong>
              {total ? formatExactSats(total.totalSats) : '–'}
            </Fact>
            <Fact name={t('wallet.send.balance')}>
              {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
            </Fact>
          </FactList>
          {isShort && <Alert kind="error">{t('wallet.insufficient')}</Alert>}
          {(plan.error ?? size.error) && <Failure error={plan.error ?? size.error} />}
        </div>
        {isPlanned && <TxPicture plan={plan.data} />}
      </form>
      {isLocked && <UnlockForm text={t('wallet.send.locked')} />}
    </Step>
  )
}
