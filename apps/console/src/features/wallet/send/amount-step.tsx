import { walletMessages } from '@hornets/contract/wallet/messages'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/catalogue.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formatExactSats } from '../money/sats-format.ts'
import { formatUsd, usdOf } from '../money/usd.ts'
import { walletQueries } from '../queries.ts'
import { isPayable, readAmount } from './amount.ts'
import { Fact, FactList } from './fact-list.tsx'
import { Failure } from './failure.tsx'
import { FeeTierPicker } from './fee-tier-picker.tsx'
import { type TierName, totalOf } from './fee-tiers.ts'
import type { Payment } from './payment.ts'
import { Step } from './step.tsx'
import { shortRecipient } from './truncate.ts'
import { useFees } from './use-fees.ts'
import { useTxSize } from './use-tx-size.ts'

/** What has been entered; kept while going back and forth between the steps. */
export interface Draft {
  readonly amount: string
  readonly tier: TierName
  readonly enableRbf: boolean
}

/** One satoshi, the low tier, replaceable (WALLET-32, R-62). */
export const firstDraft: Draft = { amount: '1', tier: 'low', enableRbf: true }

interface AmountStepProps {
  readonly recipient: string
  readonly balanceSats: number | undefined
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onBack: () => void
  readonly onContinue: (payment: Payment) => void
}

/** How much, how fast (WALLET-30 to WALLET-36, R-60, R-84). */
export function AmountStep({ recipient, balanceSats, draft, onDraft, onBack, onContinue }: AmountStepProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [isEdited, setEdited] = useState(draft.amount !== firstDraft.amount)
  const { data: rates } = useQuery(walletQueries.rates)
  const fees = useFees()

  const amountSats = readAmount(draft.amount)
  const payable = isPayable(amountSats, balanceSats) ? amountSats : undefined
  const rate = fees.tiers?.[draft.tier]
  const size = useTxSize(
    payable === undefined || rate === undefined
      ? undefined
      : { recipient_address: recipient, spend_amount: payable, priority_rate: rate },
  )
  const total = payable === undefined || rate === undefined ? undefined : totalOf(payable, size.vbytes, rate)
  const isTooMuch = total !== undefined && balanceSats !== undefined && total.totalSats > balanceSats
  const usd = amountSats === undefined ? null : usdOf(amountSats, rates?.at(-1)?.usd ?? null)
  const isReady = payable !== undefined && rate !== undefined && total !== undefined && !isTooMuch

  function go(event: FormEvent): void {
    event.preventDefault()
    setEdited(true)
    if (!isReady) return
    onContinue({ recipient, amountSats: payable, tier: draft.tier, satsPerVbyte: rate, enableRbf: draft.enableRbf })
  }

  return (
    <Step
      title={t('wallet.send.amountTitle')}
      actions={
        <>
          <Button onClick={onBack}>{t('wallet.back')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
            {t('wallet.send.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-4">
        <FactList>
          <Fact name={t('wallet.send.recipient')} mono title={recipient}>
            {shortRecipient(recipient)}
          </Fact>
        </FactList>
        {fees.signInError && <Failure error={fees.signInError} onRetry={fees.retry} retrying={fees.isFetching} />}
        <TextField
          label={t('wallet.send.amount')}
          description={usd === null ? t('wallet.send.usdUnknown') : t('wallet.send.usd', { usd: formatUsd(usd) })}
          error={isEdited && payable === undefined ? translateMessage(walletMessages.amountInvalid) : undefined}
          value={draft.amount}
          onValueChange={amount => {
            setEdited(true)
            onDraft({ ...draft, amount })
          }}
          inputMode="numeric"
          autoComplete="off"
          suffix={<span className="flex-none text-muted text-small">{t('wallet.send.unit')}</span>}
        />
        {fees.tiers ? (
          <FeeTierPicker
            tiers={fees.tiers}
            source={fees.source}
            value={draft.tier}
            onValueChange={tier => onDraft({ ...draft, tier })}
            vbytes={size.vbytes}
          />
        ) : (
          !fees.signInError && <Skeleton className="h-30" />
        )}
        <Checkbox
          label={t('wallet.send.rbf')}
          description={t('wallet.send.rbfHint')}
          checked={draft.enableRbf}
          onCheckedChange={enableRbf => onDraft({ ...draft, enableRbf })}
        />
        <div aria-live="polite" className="grid gap-3">
          <FactList>
            <Fact name={t('wallet.send.total')} strong>
              {total ? formatExactSats(total.totalSats) : size.isPending ? t('wallet.send.counting') : '–'}
            </Fact>
            <Fact name={t('wallet.send.balance')}>
              {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
            </Fact>
          </FactList>
          {size.error && <Failure error={size.error} />}
          {isTooMuch && <Alert kind="error">{t('wallet.insufficient')}</Alert>}
        </div>
        <p className="text-caption text-muted">{t('wallet.send.next')}</p>
      </form>
    </Step>
  )
}
