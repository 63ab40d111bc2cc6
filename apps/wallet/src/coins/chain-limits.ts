import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Unconfirmed } from './left-behind.ts'
import { refused } from './refused-error.ts'

/** Bitcoin Core's -limitancestorcount, -limitancestorsize, -limitdescendant…, counting the new one. */
const chainLimits = { transactions: 25, vbytes: 101_000 } as const

/** Whether nodes accept a transaction of this size on top of these unconfirmed ones. */
export function fitsOn(ancestors: readonly Unconfirmed[], vsize: number): boolean {
  const size = ancestors.reduce((sum, one) => sum + one.vsize, vsize)
  const isFull = ({ descendants }: Unconfirmed) =>
    descendants !== undefined &&
    (descendants.count >= chainLimits.transactions || descendants.vsize + vsize > chainLimits.vbytes)
  return (
    ancestors.length < chainLimits.transactions &&
    (ancestors.length === 0 || size <= chainLimits.vbytes) &&
    !ancestors.some(isFull)
  )
}

/** Throws RefusedError('coin_not_spendable'). */
export function assertFits(ancestors: readonly Unconfirmed[], vsize: number): void {
  if (!fitsOn(ancestors, vsize)) throw chainTooLong()
}

export function chainTooLong() {
  return refused(refusals.chainTooLong, { most: chainLimits.transactions })
}
