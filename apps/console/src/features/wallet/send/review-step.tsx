import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { formatUsd, usdOf } from '../../../ui/text/usd.ts'
import { UnlockForm } from '../keys/unlock-form.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { ConfirmFields } from '../paying/confirming/confirm-fields.tsx'
import { useConfirming } from '../paying/confirming/use-confirming.ts'
import { useFees } from '../paying/fees/use-fees.ts'
import { asShown, type Payment, requestOf } from '../paying/payment.ts'
import { payeeKey, TxPicture } from '../paying/tx-picture.tsx'
import { usePlan } from '../paying/use-plan.ts'
import { sessionQueries, walletQueries } from '../service/queries.ts'

interface ReviewStepProps {
  readonly payment: Payment
  readonly isLocked: boolean
  readonly onBack: () => void
  readonly onSend: (payment: Payment, confirmed: Confirmed) => void
  /** For a watch-only wallet. */
  readonly onSignElsewhere: (payment: Payment, confirmed: Confirmed) => void
}

/** Payees' labels by address and amount: outputs are not in the list's order. */
const labelsOf = ({ payees }: Payment): ReadonlyMap<string, string> =>
  new Map(payees?.flatMap(one => (one.label ? [[payeeKey(one.address, one.amountSats), one.label]] : [])))

/** The whole transaction as a picture, before anything is signed. */
export function ReviewStep({ payment, isLocked, onBack, onSend, onSignElsewhere }: ReviewStepProps) {
  const { t } = useTexts()
  const plan = usePlan(requestOf(payment))
  const account = useQuery(sessionQueries.account)
  const { data: rates } = useQuery(walletQueries.rates)
  const isWatching = account.data?.watch_only === true
  const shown = plan.data && asShown(payment, plan.data)
  const total = plan.data && shown && shown.amountSats + plan.data.fee_sats
  const usd = total === undefined ? null : usdOf(total, rates?.at(-1)?.usd ?? null)
  const confirming = useConfirming(plan.data?.confirmations, isWatching)
  const go = isWatching ? onSignElsewhere : onSend
  const isReady = plan.data !== undefined && !account.isPending && (isWatching || !isLocked) && confirming.isDone

  return (
    <Step
      title={t(payment.payees ? 'wallet.many.reviewTitle' : 'wallet.send.reviewTitle')}
      actions={
        <>
          <Button onClick={onBack}>{t('wallet.back')}</Button>
          <Button variant="primary" disabled={!isReady} onClick={() => shown && go(shown, confirming.confirmed)}>
            {isWatching
              ? t('wallet.psbt.make')
              : confirming.needs.approval
                ? t('wallet.confirm.ask')
                : t('wallet.send.confirm', { amount: formatExactSats((shown ?? payment).amountSats) })}
          </Button>
        </>
      }
    >
      {plan.isPending && <Skeleton className="h-60" />}
      {plan.error && <Failure error={plan.error} onRetry={() => void plan.refetch()} retrying={plan.isFetching} />}
      {plan.data && total !== undefined && (
        <>
          <TxPicture plan={plan.data} labels={labelsOf(payment)} />
          <FactList>
            <Fact name={t('wallet.send.total')} strong>
              {formatExactSats(total)}
            </Fact>
            <Fact name={t('wallet.send.totalUsd')}>
              {usd === null ? t('wallet.balance.usdUnknown') : formatUsd(usd)}
            </Fact>
            <Fact name={t('wallet.send.rbf')}>{t(payment.enableRbf ? 'wallet.yes' : 'wallet.no')}</Fact>
          </FactList>
        </>
      )}
      <RateChanged payment={payment} />
      {(isWatching || !isLocked) && <ConfirmFields {...confirming} />}
      {isLocked && !isWatching && <UnlockForm text={t('wallet.send.locked')} />}
      <p className="text-caption text-muted">{t('wallet.send.final')}</p>
    </Step>
  )
}

/** The fee of the chosen tier has moved since it was chosen. */
function RateChanged({ payment }: Pick<ReviewStepProps, 'payment'>) {
  const { t } = useTexts()
  const { tiers } = useFees()
  const rateNow = payment.tier && tiers?.[payment.tier]
  if (rateNow === undefined || rateNow === payment.satsPerVbyte) return null
  return (
    <Alert kind="warning" title={t('wallet.send.rateChanged')}>
      {t('wallet.send.rateChangedText', { before: formatNumber(payment.satsPerVbyte), now: formatNumber(rateNow) })}
    </Alert>
  )
}
