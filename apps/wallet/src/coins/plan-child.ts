import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { Coin, SpendKind, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { RefusedError } from './refused-error.ts'
import { largestFirst, sumOf } from './select-coins.ts'
import { transactionVsize } from './tx-size.ts'

export interface Child {
  /** Our unspent outputs of the transaction that is too slow. */
  readonly parentCoins: readonly Coin[]
  /** Of that transaction and of every unconfirmed one that it spends. */
  readonly packageVsize: number
  readonly packageFeeSats: number
  readonly spareCoins: readonly Coin[]
  readonly kind: SpendKind
  /** Satoshis per virtual byte that both together shall pay. */
  readonly rate: number
  /** Of ours. */
  readonly script: string
  readonly lockTime: number
}

/**
 * Child pays for parent: spends what the parent pays us, back to ourselves, for a fee that lifts both to the rate.
 * Throws RefusedError: 'fee_too_low' where the parent pays that rate already, 'insufficient_funds'.
 */
export function planChild(child: Child): TransactionPlan {
  const { parentCoins, packageVsize, packageFeeSats, rate, script } = child
  if (packageFeeSats >= feeSatsOf(packageVsize, rate)) {
    const paid = Math.floor((packageFeeSats / packageVsize) * 1000) / 1000
    throw new RefusedError('fee_too_low', `Fee too low: the transaction pays ${paid} sat/vB already`)
  }
  const spare = [...child.spareCoins].sort(largestFirst)
  const coins = [...parentCoins]
  for (;;) {
    const vsize = transactionVsize({ inputs: coins.length, kind: child.kind, outputScripts: [script] })
    const feeSats = feeSatsOf(packageVsize + vsize, rate) - packageFeeSats
    const valueSats = sumOf(coins) - feeSats
    if (valueSats >= dustLimitSats(script)) {
      const outputs = [{ script, valueSats, change: true }]
      return { inputs: coins, outputs, feeSats, vsize, lockTime: child.lockTime, signalsReplacement: true }
    }
    const next = spare.shift()
    if (!next) throw insufficient(child, feeSats, sumOf(coins))
    coins.push(next)
  }
}

function insufficient({ rate }: Child, feeSats: number, sumSats: number): RefusedError {
  const message = `Insufficient funds: to lift both to ${rate} sat/vB a fee of ${feeSats} sats is needed, out of ${sumSats}`
  return new RefusedError('insufficient_funds', message)
}
