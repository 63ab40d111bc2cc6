import { type FormEvent, useId } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useDebounced } from '../../../../ui/page/use-debounced.ts'
import { formatExactSats } from '../../../../ui/text/sats.ts'
import { Fact } from '../../parts/fact-list.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Step } from '../../parts/step.tsx'
import { useFees } from '../../paying/fees/use-fees.ts'
import { type Payment, type PaymentPayee, requestOf, sumOfPayees } from '../../paying/payment.ts'
import { usePlan } from '../../paying/use-plan.ts'
import { type Draft, sumOfCoins } from '../draft.ts'
import { FeeOptions } from '../fee/fee-options.tsx'
import { rateErrorOf } from '../fee/own-rate.ts'
import { PaymentTotal } from '../payment-total.tsx'

/** A rate may still be being typed. */
const restMs = 500

interface FeeStepProps {
  readonly payees: readonly PaymentPayee[]
  readonly balanceSats: number | undefined
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onBack: () => void
  readonly onChooseCoins: () => void
  readonly onContinue: (payment: Payment) => void
}

export function FeeStep({ payees, balanceSats, draft, onDraft, onBack, onChooseCoins, onContinue }: FeeStepProps) {
  const { t } = useTexts()
  const formId = useId()
  const fees = useFees()
  const sumSats = sumOfPayees(payees)
  const rate = draft.ownRate ?? fees.tiers?.[draft.tier]
  const isTaken = rate !== undefined && (draft.ownRate === null || !rateErrorOf(draft.ownRate, fees.lowest))
  const settledRate = useDebounced(isTaken ? rate : undefined, restMs)
  const payment = isTaken && settledRate === rate ? paymentOf(rate) : undefined
  // Labels do not change the transaction, so typing one does not replan it.
  const plan = usePlan(payment && requestOf({ ...payment, label: undefined }))
  const limitSats = draft.coins.length > 0 ? sumOfCoins(draft.coins) : balanceSats
  const totalSats = plan.data && sumSats + plan.data.fee_sats
  const isTooMuch = totalSats !== undefined && limitSats !== undefined && totalSats > limitSats
  const isReady = payment !== undefined && plan.data !== undefined && !isTooMuch

  function paymentOf(satsPerVbyte: number): Payment {
    const { coins, label, tier, ownRate, enableRbf } = draft
    return {
      recipient: payees[0]?.address ?? '',
      amountSats: sumSats,
      payees,
      satsPerVbyte,
      enableRbf,
      ...(ownRate === null && { tier }),
      ...(coins.length > 0 && { coins: coins.map(({ outpoint }) => outpoint) }),
      ...(label.trim() && { label: label.trim() }),
    }
  }
  function go(event: FormEvent): void {
    event.preventDefault()
    if (isReady && payment) onContinue(payment)
  }

  return (
    <Step
      title={t('wallet.many.feeTitle')}
      actions={
        <>
          <Button onClick={onBack}>{t('wallet.back')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
            {t('wallet.send.continue')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} className="grid gap-4">
        <FeeOptions {...{ draft, onDraft, fees, onChooseCoins }} vbytes={plan.data?.vsize} />
        <PaymentTotal
          first={<Fact name={t('wallet.many.sumOf', { count: payees.length })}>{formatExactSats(sumSats)}</Fact>}
          {...{ totalSats, balanceSats, isTooMuch }}
          isPending={!plan.isError}
          hasCoins={draft.coins.length > 0}
        >
          {plan.error && <Failure error={plan.error} onRetry={() => void plan.refetch()} retrying={plan.isFetching} />}
        </PaymentTotal>
      </form>
    </Step>
  )
}
