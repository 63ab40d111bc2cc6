import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { usdOf } from '../../../ui/text/usd.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { FeeTierPicker } from '../paying/fees/fee-tier-picker.tsx'
import { useFees } from '../paying/fees/use-fees.ts'
import type { Payment } from '../paying/payment.ts'
import { shortRecipient } from '../paying/truncate.ts'
import { walletQueries } from '../service/queries.ts'
import { AmountField } from './amount-field.tsx'
import { type Draft, firstDraft } from './draft.ts'
import { MoreOptions } from './more-options.tsx'
import { rateErrorOf } from './own-rate.ts'
import { RateField } from './rate-field.tsx'
import { useDraftCosts } from './use-draft-costs.ts'

interface AmountStepProps {
  readonly recipient: string
  readonly balanceSats: number | undefined
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  /** Missing if recipient and amount are fixed. */
  readonly onBack: (() => void) | undefined
  readonly onChooseCoins: () => void
  readonly onContinue: (payment: Payment) => void
}

/** Amount and fee (WALLET-30 to WALLET-36, R-60, R-84). */
export function AmountStep(props: AmountStepProps) {
  const { recipient, balanceSats, draft, onDraft, onBack, onChooseCoins, onContinue } = props
  const { t } = useTexts()
  const formId = useId()
  const [isEdited, setEdited] = useState(draft.amount !== firstDraft.amount)
  const { data: rates } = useQuery(walletQueries.rates)
  const fees = useFees()
  const rate = draft.ownRate ?? fees.tiers?.[draft.tier]
  const isTaken = draft.ownRate === null || !rateErrorOf(draft.ownRate, fees.lowest)
  const costs = useDraftCosts({ recipient, draft, rate: isTaken ? rate : undefined, balanceSats })
  const { amountSats, payment, totalSats } = costs
  // The initial one satoshi is dust, but nobody typed it.
  const isDust = costs.error instanceof ApiError && costs.error.reason === 'dust'
  const error = isDust && !isEdited ? undefined : costs.error

  function go(event: FormEvent): void {
    event.preventDefault()
    setEdited(true)
    if (payment) onContinue(payment)
  }

  return (
    <Step
      title={t('wallet.send.amountTitle')}
      actions={
        <>
          {onBack && <Button onClick={onBack}>{t('wallet.back')}</Button>}
          <Button type="submit" form={formId} variant="primary" disabled={!payment}>
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
        <AmountField
          draft={draft}
          isFixed={onBack === undefined}
          amountSats={amountSats}
          usd={amountSats === undefined ? null : usdOf(amountSats, rates?.at(-1)?.usd ?? null)}
          isWrong={isEdited && costs.isInvalid}
          onDraft={next => {
            setEdited(true)
            onDraft(next)
          }}
        />
        {fees.tiers && rate !== undefined ? (
          <>
            <FeeTierPicker
              tiers={fees.tiers}
              source={fees.source}
              value={draft.ownRate === null ? draft.tier : undefined}
              onValueChange={tier => onDraft({ ...draft, tier, ownRate: null })}
              vbytes={costs.vbytes}
            />
            <RateField
              rate={rate}
              lowest={fees.lowest}
              tiers={fees.tiers}
              onRate={ownRate => onDraft({ ...draft, ownRate })}
            />
          </>
        ) : (
          !fees.signInError && <Skeleton className="h-30" />
        )}
        <Checkbox
          label={t('wallet.send.rbf')}
          description={t('wallet.send.rbfHint')}
          checked={draft.enableRbf}
          onCheckedChange={enableRbf => onDraft({ ...draft, enableRbf })}
        />
        <MoreOptions draft={draft} onDraft={onDraft} onChooseCoins={onChooseCoins} />
        <div aria-live="polite" className="grid gap-3">
          <FactList>
            <Fact name={t('wallet.send.total')} strong>
              {totalSats !== undefined ? formatExactSats(totalSats) : costs.isPending ? t('wallet.send.counting') : '–'}
            </Fact>
            <Fact name={t('wallet.send.balance')}>
              {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
            </Fact>
          </FactList>
          {error && <Failure error={error} />}
          {costs.isTooMuch && (
            <Alert kind="error">{t(draft.coins.length > 0 ? 'wallet.coins.tooFew' : 'wallet.insufficient')}</Alert>
          )}
        </div>
        <p className="text-caption text-muted">{t('wallet.send.next')}</p>
      </form>
    </Step>
  )
}
