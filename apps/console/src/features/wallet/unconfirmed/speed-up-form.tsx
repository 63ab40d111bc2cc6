import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import { type FormEvent, useId } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { ConfirmFields } from '../paying/confirming/confirm-fields.tsx'
import { useConfirming } from '../paying/confirming/use-confirming.ts'
import { type Spending, speedUpOf } from '../paying/spending.ts'
import { TxPicture } from '../paying/tx-picture.tsx'
import type { IncomingRow } from './incoming.ts'
import { RaiseActions, type RaiseFormProps, RaiseUnlock } from './raise-actions.tsx'
import { RaiseFee } from './raise-fee.tsx'
import { useRaise } from './use-raise.ts'

interface SpeedUpFormProps extends RaiseFormProps {
  readonly row: IncomingRow
  readonly onSend: (spending: Spending, confirmed: Confirmed) => void
}

/** Child pays for parent: spends an incoming payment to ourselves with a fee that lifts both. */
export function SpeedUpForm({ row, onSend, ...form }: SpeedUpFormProps) {
  const { t } = useTexts()
  const formId = useId()
  const raise = useRaise({ choice: 4, txid: row.txid })
  const { rate, plan, lowestRate } = raise
  const confirming = useConfirming(plan?.confirmations, form.isWatching)
  const [back] = plan?.outputs ?? []

  function go(event: FormEvent): void {
    event.preventDefault()
    if (rate === undefined || !plan || !back || !confirming.isDone) return
    const { address: recipient, value_sats: amountSats } = back
    const ownRate = Math.round((plan.fee_sats / plan.vsize) * 1000) / 1000
    onSend(
      speedUpOf({ originalTxid: row.txid, satsPerVbyte: rate, amountSats, recipient }, ownRate),
      confirming.confirmed,
    )
  }

  return (
    <Step
      title={t('wallet.speedUp.title')}
      actions={
        <RaiseActions {...form} formId={formId} isReady={back !== undefined && confirming.isDone}>
          {t('wallet.speedUp.submit')}
        </RaiseActions>
      }
    >
      <form id={formId} noValidate onSubmit={go} onInput={form.onEntered} className="grid gap-4">
        <p className="text-muted text-small">{t('wallet.speedUp.text')}</p>
        <FactList>
          <Fact name={t('wallet.result.txid')} mono title={row.txid}>
            {shortenMiddle(row.txid, 8, 8)}
          </Fact>
          <Fact name={t('wallet.send.amount')}>{formatExactSats(row.sats)}</Fact>
        </FactList>
        <RaiseFee
          raise={raise}
          // A tier is the combined rate; only the plan knows the child's fee.
          vbytes={null}
          hint={
            lowestRate === undefined
              ? t('wallet.speedUp.rateHint')
              : t('wallet.speedUp.lowestHint', { lowest: formatNumber(lowestRate, { maximumFractionDigits: 3 }) })
          }
        />
        <Cost plan={plan} error={raise.planError} />
        {plan && <TxPicture plan={plan} />}
      </form>
      <ConfirmFields {...confirming} />
      <RaiseUnlock {...form} />
    </Step>
  )
}

function Cost({ plan, error }: { readonly plan: PlanAnswer | undefined; readonly error: Error | null | undefined }) {
  const { t } = useTexts()
  const [back] = plan?.outputs ?? []
  return (
    <div aria-live="polite" className="grid gap-3">
      <FactList>
        <Fact name={t('wallet.replace.newFee')}>{plan ? formatExactSats(plan.fee_sats) : '–'}</Fact>
        <Fact name={t('wallet.speedUp.left')} strong>
          {back ? formatExactSats(back.value_sats) : '–'}
        </Fact>
      </FactList>
      {error && <Failure error={error} />}
    </div>
  )
}
