import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { usdOf } from '../../../ui/text/usd.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { useFees } from '../paying/fees/use-fees.ts'
import type { Payment } from '../paying/payment.ts'
import { shortRecipient } from '../paying/truncate.ts'
import { walletQueries } from '../service/queries.ts'
import { AmountField } from './amount-field.tsx'
import { type Draft, firstDraft } from './draft.ts'
import { FeeOptions } from './fee/fee-options.tsx'
import { rateErrorOf } from './fee/own-rate.ts'
import { PaymentTotal } from './payment-total.tsx'
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
  const { amountSats, payment } = costs
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
        <FeeOptions {...{ draft, onDraft, fees, onChooseCoins }} vbytes={costs.vbytes} />
        <PaymentTotal {...costs} balanceSats={balanceSats} hasCoins={draft.coins.length > 0}>
          {error && <Failure error={error} />}
        </PaymentTotal>
      </form>
    </Step>
  )
}
