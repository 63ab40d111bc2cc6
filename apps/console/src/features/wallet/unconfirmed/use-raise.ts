import { useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { raiseTiers, type TierName } from '../paying/fees/fee-tiers.ts'
import { useFees } from '../paying/fees/use-fees.ts'
import { usePlan } from '../paying/use-plan.ts'

const planRestMs = 500

interface RaiseFacts {
  /** 2 and 3 replace the transaction, 4 speeds it up. */
  readonly choice: 2 | 3 | 4
  readonly txid: string
  /** Its current satoshis per virtual byte; unknown for others' payments. */
  readonly originalRate?: number
  /** Also replaces later payments that spend its change. */
  readonly withLater?: boolean
}

/** The fee of a transaction that must pay more than another: accepted tiers, a typed rate, and its plan. */
export function useRaise({ choice, txid, originalRate, withLater = false }: RaiseFacts) {
  const fees = useFees()
  const [tier, setTier] = useState<TierName>('low')
  const [typedRate, setTypedRate] = useState<number>()
  const [lowestRate, setLowestRate] = useState<number>()
  const tiers = fees.tiers && raiseTiers(fees.tiers, { originalRate, lowestRate })
  const rate = typedRate ?? tiers?.[tier]
  // A rate not above the original is no replacement (R-63, BIP 125).
  const isRaised = rate !== undefined && rate > (originalRate ?? 0)
  const plannedRate = useDebounced(isRaised ? rate : undefined, planRestMs)
  const more = choice === 2 && withLater ? { with_later: true } : {}
  const plan = usePlan(
    plannedRate === undefined ? undefined : { choice, original_tx_id: txid, new_fee_rate: plannedRate, ...more },
  )
  // Every plan contains it, and every refusal of a fee that is too low.
  const least = plan.data?.lowest_rate ?? lowestRateIn(plan.error)
  if (least !== undefined && least !== lowestRate) setLowestRate(least)
  const isCurrent = plannedRate === rate
  return {
    fees,
    tiers,
    tier,
    rate,
    lowestRate,
    isRaised,
    plan: isCurrent ? plan.data : undefined,
    planError: isCurrent ? plan.error : null,
    chooseTier(next: TierName): void {
      setTier(next)
      setTypedRate(undefined)
    },
    typeRate: setTypedRate,
  }
}

function lowestRateIn(error: unknown): number | undefined {
  const lowest = error instanceof ApiError ? error.figures.lowest_rate : undefined
  return typeof lowest === 'number' ? lowest : undefined
}
