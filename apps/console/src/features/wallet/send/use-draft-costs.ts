import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { isPayable, readAmount } from '../money/amount.ts'
import { totalOf } from '../paying/fees/fee-tiers.ts'
import { useTxSize } from '../paying/fees/use-tx-size.ts'
import { type Payment, paidSatsOf, requestOf } from '../paying/payment.ts'
import { usePlan } from '../paying/use-plan.ts'
import { type Draft, sumOfCoins } from './draft.ts'

const planRestMs = 500

interface DraftFacts {
  readonly recipient: string
  readonly draft: Draft
  /** Satoshis per virtual byte; undefined while unknown or invalid. */
  readonly rate: number | undefined
  readonly balanceSats: number | undefined
}

/** Costs of the payment being entered, and the payment once it is complete. */
export function useDraftCosts({ recipient, draft, rate, balanceSats }: DraftFacts) {
  const { sendAll, coins, tier, ownRate, enableRbf, label } = draft
  // Chosen coins may not be part of the balance yet.
  const limitSats = coins.length > 0 ? sumOfCoins(coins) : balanceSats
  const outpoints = coins.length > 0 ? coins.map(({ outpoint }) => outpoint) : undefined
  const tierOnly = ownRate === null ? { tier } : {}
  const frame = { recipient, enableRbf, coins: outpoints, label: label.trim() || undefined, ...tierOnly }
  // A rate may still be being typed.
  const plannedRate = useDebounced(rate, planRestMs)

  const typedSats = readAmount(draft.amount)
  const payable = isPayable(typedSats, limitSats) ? typedSats : undefined
  const size = useTxSize(
    sendAll || payable === undefined || rate === undefined
      ? undefined
      : { recipient_address: recipient, spend_amount: payable, priority_rate: rate, coins: outpoints },
  )
  const wholePlan = usePlan(
    sendAll && rate !== undefined && plannedRate === rate
      ? requestOf({ ...frame, label: undefined, amountSats: 1, satsPerVbyte: rate, sendAll })
      : undefined,
  )
  return sendAll ? all() : some()

  function some() {
    const total = payable === undefined || rate === undefined ? undefined : totalOf(payable, size.vbytes, rate)
    const isTooMuch = total !== undefined && limitSats !== undefined && total.totalSats > limitSats
    return {
      amountSats: typedSats,
      isInvalid: payable === undefined,
      vbytes: size.vbytes,
      totalSats: total?.totalSats,
      isTooMuch,
      isPending: size.isPending,
      error: size.error,
      payment: total && !isTooMuch && payable && rate ? paymentOf(payable, rate) : undefined,
    }
  }

  function all() {
    const plan = wholePlan.data
    const amountSats = plan && paidSatsOf(plan)
    return {
      amountSats,
      isInvalid: false,
      vbytes: plan?.vsize,
      totalSats: plan && amountSats !== undefined ? amountSats + plan.fee_sats : undefined,
      isTooMuch: false,
      isPending: wholePlan.isPending,
      error: wholePlan.error ?? undefined,
      payment: amountSats && rate ? paymentOf(amountSats, rate) : undefined,
    }
  }

  function paymentOf(amountSats: number, satsPerVbyte: number): Payment {
    return { ...frame, amountSats, satsPerVbyte, sendAll }
  }
}
