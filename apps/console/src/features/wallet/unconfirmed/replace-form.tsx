import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { ConfirmFields } from '../paying/confirming/confirm-fields.tsx'
import { useConfirming } from '../paying/confirming/use-confirming.ts'
import { totalOf } from '../paying/fees/fee-tiers.ts'
import { useTxSize } from '../paying/fees/use-tx-size.ts'
import { type ReplacementChoice, replacementOf, type Spending, severalOf } from '../paying/spending.ts'
import { TxPicture } from '../paying/tx-picture.tsx'
import { ChangeSpent } from './change-spent.tsx'
import { RaiseActions, type RaiseFormProps, RaiseUnlock } from './raise-actions.tsx'
import { RaiseFee } from './raise-fee.tsx'
import { useRaise } from './use-raise.ts'

interface ReplaceFormProps extends RaiseFormProps {
  readonly row: PendingTransaction
  /** 2 raises the fee, 3 cancels the payment. */
  readonly choice: ReplacementChoice
  readonly balanceSats: number | undefined
  /** A later payment has spent its change: a child speeds up both. */
  readonly onSpeedUp: () => void
  readonly onSend: (spending: Spending, confirmed: Confirmed) => void
}

/** A replacement for a pending payment, shown before it is signed (WALLET-50 to WALLET-56). */
export function ReplaceForm({ row, choice, balanceSats, onSend, onSpeedUp, ...form }: ReplaceFormProps) {
  const { t } = useTexts()
  const formId = useId()
  const [withLater, setWithLater] = useState(false)
  const takesBack = choice === 3
  const { raise, size, amountSats, vbytes, total } = useReplacementCost(row, choice, withLater)
  const { rate, isRaised, plan, lowestRate } = raise
  const confirming = useConfirming(plan?.confirmations, form.isWatching)
  const isShort = total !== undefined && balanceSats !== undefined && !takesBack && total.totalSats > balanceSats
  const payees = severalOf(plan?.outputs.filter(({ change }) => !change).length)
  const recipient = takesBack ? plan?.outputs[0]?.address : row.recipient_address
  const isReady =
    isRaised && total !== undefined && total.totalSats > 0 && !isShort && plan !== undefined && confirming.isDone
  const error = raise.planError ?? size.error

  function go(event: FormEvent): void {
    event.preventDefault()
    if (!isReady || rate === undefined || recipient === undefined) return
    onSend(
      replacementOf(choice, { originalTxid: row.txid, satsPerVbyte: rate, amountSats, recipient, payees, withLater }),
      confirming.confirmed,
    )
  }

  return (
    <Step
      title={t(takesBack ? 'wallet.replace.takeBackTitle' : 'wallet.replace.title')}
      actions={
        <RaiseActions {...form} formId={formId} isReady={isReady}>
          {t(takesBack ? 'wallet.unconfirmed.takeBack' : 'wallet.unconfirmed.replace')}
        </RaiseActions>
      }
    >
      <form id={formId} noValidate onSubmit={go} onInput={form.onEntered} className="grid gap-4">
        {takesBack && <p className="text-muted text-small">{t('wallet.replace.takeBackText')}</p>}
        {withLater && <Alert>{t('wallet.replace.withLater', { count: plan?.takes_along?.length ?? 1 })}</Alert>}
        <Original row={row} amountSats={takesBack ? row.amount : amountSats} />
        <RaiseFee
          raise={raise}
          vbytes={vbytes}
          hint={t(lowestRate === undefined ? 'wallet.replace.rateHint' : 'wallet.replace.lowestHint', {
            rate: formatNumber(row.feeRate, { maximumFractionDigits: 3 }),
            lowest: formatNumber(lowestRate ?? 0, { maximumFractionDigits: 3 }),
          })}
        />
        <div aria-live="polite" className="grid gap-3">
          <Cost total={total} isPending={size.isPending} balanceSats={balanceSats} />
          <Problem error={error} isShort={isShort}>
            {!takesBack && <ChangeSpent onSpeedUp={onSpeedUp} onReplaceBoth={() => setWithLater(true)} />}
          </Problem>
        </div>
        {plan && <TxPicture plan={plan} />}
      </form>
      <ConfirmFields {...confirming} />
      <RaiseUnlock {...form} />
    </Step>
  )
}

function useReplacementCost(row: PendingTransaction, choice: ReplacementChoice, withLater: boolean) {
  const raise = useRaise({ choice, txid: row.txid, originalRate: row.feeRate, withLater })
  const { rate, isRaised, plan } = raise
  const takesBack = choice === 3
  const amountSats = takesBack ? 0 : withLater && plan ? paidSatsOf(plan) : row.amount
  const size = useTxSize(
    isRaised && !takesBack && !withLater && rate !== undefined
      ? { original_tx_id: row.txid, new_fee_rate: rate }
      : undefined,
  )
  // A cancellation, or a replacement of several, has another size than reported.
  const vbytes = takesBack || withLater ? plan?.vsize : size.vbytes
  const total = rate === undefined ? undefined : totalOf(amountSats, vbytes, rate)
  return { raise, size, amountSats, vbytes, total }
}

interface ProblemProps {
  readonly error: Error | null | undefined
  readonly isShort: boolean
  /** The way out where a later payment has spent the change. */
  readonly children: ReactNode
}

/** Why it cannot be replaced like this. */
function Problem({ error, isShort, children }: ProblemProps) {
  const { t } = useTexts()
  // No plan, no size and no total: the wallet's funds are insufficient (WALLET-54).
  const isUnpayable = error instanceof ApiError && error.reason === 'insufficient_funds'
  const isChangeSpent = error instanceof ApiError && error.template === refusals.changeSpent.template
  return (
    <>
      {(isShort || isUnpayable) && <Alert kind="error">{t('wallet.insufficient')}</Alert>}
      {error && <Failure error={error} />}
      {isChangeSpent && children}
    </>
  )
}

function Original({ row, amountSats }: { readonly row: PendingTransaction; readonly amountSats: number }) {
  const { t } = useTexts()
  return (
    <FactList>
      <Fact name={t('wallet.result.txid')} mono title={row.txid}>
        {shortenMiddle(row.txid, 8, 8)}
      </Fact>
      <Fact name={t('wallet.send.amount')}>{formatExactSats(amountSats)}</Fact>
      {row.payees !== undefined && (
        <Fact name={t('wallet.send.recipient')}>{t('wallet.many.count', { count: row.payees })}</Fact>
      )}
    </FactList>
  )
}

interface CostProps {
  readonly total: ReturnType<typeof totalOf>
  readonly isPending: boolean
  readonly balanceSats: number | undefined
}

/** The new fee and the total with it, beside what there is. */
function Cost({ total, isPending, balanceSats }: CostProps) {
  const { t } = useTexts()
  return (
    <FactList>
      <Fact name={t('wallet.replace.newFee')}>
        {total ? formatExactSats(total.feeSats) : isPending ? t('wallet.send.counting') : '–'}
      </Fact>
      <Fact name={t('wallet.send.total')} strong>
        {total ? formatExactSats(total.totalSats) : '–'}
      </Fact>
      <Fact name={t('wallet.send.balance')}>
        {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
      </Fact>
    </FactList>
  )
}

function paidSatsOf({ outputs }: PlanAnswer): number {
  return outputs.reduce((sum, { change, value_sats }) => (change ? sum : sum + value_sats), 0)
}
