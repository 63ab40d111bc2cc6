import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { finishPsbt, makeTransaction } from '@hornets/contract/wallet/spending'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { staleOn } from '../../../api/queries/cached.ts'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { preparedIntention, startIntention } from './intention.ts'
import { makePayment, type Outcome } from './make-payment.ts'
import { requestOf } from './payment.ts'
import type { Spending } from './spending.ts'
import { forgetUnanswered, keepUnanswered, readUnanswered } from './unanswered.ts'

/** Keep it while a payment may be retried: it holds the intention's key. `prepared`: a key made by somebody else. */
export function usePayments(prepared?: string) {
  const queryClient = useQueryClient()
  const [intention] = useState(() =>
    prepared === undefined ? startIntention(lastTried()) : preparedIntention(prepared, lastTried()),
  )

  async function settle(making: Promise<Outcome>, isFailed = () => false): Promise<Outcome> {
    const outcome = await making
    if (outcome.kind !== 'unknown') intention.settle(isFailed())
    void queryClient.invalidateQueries(staleOn('wallet'))
    // It may have added a label and spent coins.
    void queryClient.invalidateQueries({ queryKey: sessionQueries.coins.queryKey })
    void queryClient.invalidateQueries({ queryKey: sessionQueries.labels.queryKey })
    return outcome
  }

  return {
    /** @param confirmed is sent along but not part of the intention: the key is the same with and without */
    async send({ request, record, payment }: Spending, confirmed: Confirmed = {}): Promise<Outcome> {
      const wasTried = intention.wasTried(request)
      const idempotencyKey = intention.keyFor(request)
      // Before posting, because the page may be gone when the answer arrives.
      if (payment) keepUnanswered({ key: idempotencyKey, payment })
      let isFailed = false
      const post = async () => {
        const answer = await wallet.call(makeTransaction, { body: { ...request, ...confirmed }, idempotencyKey })
        isFailed = answer.status === 'failed'
        return answer
      }
      const outcome = await settle(makePayment({ post, record, wasTried }), () => isFailed)
      if (payment && outcome.kind !== 'unknown') forgetUnanswered()
      return outcome
    },
    /** Stops retrying the last payment. */
    giveUp(): void {
      intention.settle()
      forgetUnanswered()
    },
    /**
     * The PSBT is the intention: it cannot be sent twice. `record` is missing if only the wallet knows what is paid.
     */
    sendSigned(psbt: string, record?: Spending['record']): Promise<Outcome> {
      const post = () => wallet.call(finishPsbt, { body: { psbt } })
      return settle(makePayment({ post, record }))
    },
  }
}

function lastTried() {
  const tried = readUnanswered()
  return tried && { key: tried.key, payment: requestOf(tried.payment) }
}

export type Payments = ReturnType<typeof usePayments>
