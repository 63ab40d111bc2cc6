import type { AnswerOf } from '@hornets/contract/endpoint'
import { type LightningPayment, payInvoice, reviewInvoice } from '@hornets/contract/wallet/lightning'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { readAmount } from '../money/amount.ts'
import { SatsField } from '../money/sats-field.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { ConfirmFields } from '../paying/confirming/confirm-fields.tsx'
import { useConfirming } from '../paying/confirming/use-confirming.ts'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

interface PayDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

interface Order {
  readonly invoice: string
  readonly amount_sats?: number
}
type Review = AnswerOf<typeof reviewInvoice>

/** Pays an invoice after reviewing it. */
export function PayDialog({ open, onOpenChange }: PayDialogProps) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog {...{ open, onOpenChange }} title={t('wallet.lightning.pay')} busy={isBusy} dirty={isDirty}>
      {open && <Pay onBusy={setBusy} onDirty={setDirty} onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

interface PayProps {
  readonly onBusy: (busy: boolean) => void
  readonly onDirty: (dirty: boolean) => void
  readonly onDone: () => void
}

function Pay({ onBusy, onDirty, onDone }: PayProps) {
  const { t } = useTexts()
  const [invoice, setInvoice] = useState('')
  const [amount, setAmount] = useState('')
  const [order, setOrder] = useState<Order>()
  const reading = useMutation({
    mutationFn: (given: Order) => wallet.call(reviewInvoice, { body: given }),
    onSuccess: (answer, given) => setOrder(isWhole(answer, given) ? given : undefined),
  })
  const review = reading.data
  const asksAmount = review?.invoice_sats === null
  const amountSats = readAmount(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = { invoice: invoice.trim(), ...(asksAmount && amountSats && { amount_sats: amountSats }) }
    if (given.invoice) reading.mutate(given)
  }
  if (order && review)
    return <ReviewStep {...{ order, review, onBusy, onDirty, onDone }} onBack={() => setOrder(undefined)} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t('wallet.lightning.invoice')}
        description={t('wallet.lightning.invoiceHint')}
        rows={4}
        value={invoice}
        onValueChange={value => {
          setInvoice(value)
          onDirty(value !== '')
          if (review) reading.reset()
        }}
      />
      {asksAmount && (
        <SatsField
          label={t('wallet.lightning.amount')}
          isWrong={amount.trim() !== '' && !amountSats}
          value={amount}
          onValueChange={setAmount}
        />
      )}
      {reading.error && <Failure error={reading.error} />}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        disabled={!invoice.trim() || (asksAmount && !amountSats)}
        loading={reading.isPending}
      >
        {t('wallet.lightning.review')}
      </Button>
    </form>
  )
}

/** Whether the amount is known. */
const isWhole = ({ invoice_sats }: Review, { amount_sats }: Order) => invoice_sats !== null || amount_sats !== undefined

interface ReviewStepProps extends PayProps {
  readonly order: Order
  readonly review: Review
  readonly onBack: () => void
}

function ReviewStep({ order, review, onBusy, onDirty, onDone, onBack }: ReviewStepProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { needs, given, onGiven, isDone, confirmed } = useConfirming(review.confirmations, false)
  const amount = formatExactSats(review.invoice_sats ?? order.amount_sats ?? 0)
  const paying = useMutation({
    mutationFn: () => wallet.call(payInvoice, { body: { ...order, ...confirmed } }),
    onMutate: () => onBusy(true),
    onSuccess: () => onDirty(false),
    onSettled: () => {
      onBusy(false)
      void queryClient.invalidateQueries({ queryKey: sessionQueries.lightning.queryKey })
      void queryClient.invalidateQueries({ queryKey: sessionQueries.approvals.queryKey })
    },
    gcTime: 0,
  })
  if (paying.data) return <Result payment={paying.data} onDone={onDone} />
  return (
    <Step
      title={t('wallet.lightning.review')}
      actions={
        <>
          <Button disabled={paying.isPending} onClick={onBack}>
            {t('wallet.lightning.back')}
          </Button>
          <Button variant="primary" disabled={!isDone} loading={paying.isPending} onClick={() => paying.mutate()}>
            {t('wallet.lightning.payNow', { amount })}
          </Button>
        </>
      }
    >
      <FactList>
        <Fact name={t('wallet.lightning.amount')} strong>
          {amount}
        </Fact>
        {review.description && <Fact name={t('wallet.lightning.description')}>{review.description}</Fact>}
        <Fact name={t('wallet.lightning.payee')} mono>
          {review.payee}
        </Fact>
        <Fact name={t('wallet.lightning.expires')}>{formatDateTime(review.expires_at)}</Fact>
      </FactList>
      <p className="text-caption text-muted">
        {t('wallet.lightning.reserve', { amount: formatExactSats(review.reserve_sats) })}
      </p>
      <ConfirmFields {...{ needs, given, onGiven }} />
      {paying.error && <Failure error={paying.error} />}
    </Step>
  )
}

const kinds = { paid: 'success', unknown: 'warning', failed: 'error' } as const
const titles = {
  paid: 'wallet.lightning.statePaid',
  unknown: 'wallet.lightning.stateUnknown',
  failed: 'wallet.lightning.stateFailed',
} as const

function Result({ payment, onDone }: { readonly payment: LightningPayment; readonly onDone: () => void }) {
  const { t } = useTexts()
  const { status, amount_sats, fee_sats, message } = payment
  return (
    <div className="grid gap-4">
      <Alert kind={kinds[status]} title={t(titles[status])}>
        {message ? translateSentence(payment) : undefined}
      </Alert>
      <FactList>
        <Fact name={t('wallet.lightning.amount')} strong>
          {formatExactSats(amount_sats)}
        </Fact>
        {fee_sats !== undefined && <Fact name={t('wallet.lightning.fee')}>{formatExactSats(fee_sats)}</Fact>}
      </FactList>
      <Button variant="primary" className="justify-self-end" onClick={onDone}>
        {t('ui.close')}
      </Button>
    </div>
  )
}
