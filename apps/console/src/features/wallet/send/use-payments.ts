import { finishPsbt, makeTransaction } from '@hornets/contract/wallet/spending'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../api/query-keys.ts'
import { wallet } from '../wallet-service.ts'
import { startIntention } from './intention.ts'
import { makePayment, type Outcome } from './make-payment.ts'
import type { Spending } from './spending.ts'

/** Sends payments. Keep it for as long as a payment may be tried again: it holds the key of the intention. */
export function usePayments() {
  const queryClient = useQueryClient()
  const [intention] = useState(() => startIntention())

  async function settle(making: Promise<Outcome>): Promise<Outcome> {
    const outcome = await making
    if (outcome.kind !== 'unknown') intention.settle()
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet.all })
    // It may have brought a label and spent coins.
    void queryClient.invalidateQueries({ queryKey: queryKeys.walletSession.coins })
    void queryClient.invalidateQueries({ queryKey: queryKeys.walletSession.labels })
    return outcome
  }

  return {
    send({ request, record }: Spending): Promise<Outcome> {
      const idempotencyKey = intention.keyFor(request)
      const post = () => wallet.call(makeTransaction, { body: request, idempotencyKey })
      return settle(makePayment({ post, record }))
    },
    /** Sends what has been signed elsewhere. The PSBT itself is the intention: it cannot be sent twice. */
    sendSigned({ record }: Pick<Spending, 'record'>, psbt: string): Promise<Outcome> {
      const post = () => wallet.call(finishPsbt, { body: { psbt } })
      return settle(makePayment({ post, record }))
    },
  }
}

export type Payments = ReturnType<typeof usePayments>
