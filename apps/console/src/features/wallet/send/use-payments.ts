import { replacePendingTransaction, savePendingTransaction } from '@hornets/contract/admin/wallet'
import { finishPsbt, makeTransaction } from '@hornets/contract/wallet/spending'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { wallet } from '../wallet-service.ts'
import { startIntention } from './intention.ts'
import { makePayment, type Outcome } from './make-payment.ts'
import { type Payment, requestOf } from './payment.ts'

/** A payment on its way, and what shall take its place. */
export interface Replacement {
  /** 2 pays the same again with a higher fee, 3 pays it back to this wallet. */
  readonly choice: 2 | 3
  readonly originalTxid: string
  readonly satsPerVbyte: number
  readonly amountSats: number
  readonly recipient: string
}

/** Sends payments. Keep it for as long as a payment may be tried again: it holds the key of the intention. */
export function usePayments() {
  const queryClient = useQueryClient()
  const [intention] = useState(() => startIntention())

  async function settle(making: Promise<Outcome>): Promise<Outcome> {
    const outcome = await making
    if (outcome.kind !== 'unknown') intention.settle()
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet.all })
    return outcome
  }

  const record = (payment: Payment) => (txid: string) =>
    api.call(savePendingTransaction, {
      body: {
        txid,
        feeRate: payment.satsPerVbyte,
        amount: payment.amountSats,
        recipient_address: payment.recipient,
        timestamp: new Date().toISOString(),
        enable_rbf: payment.enableRbf,
      },
    })

  return {
    send(payment: Payment): Promise<Outcome> {
      const body = requestOf(payment)
      const idempotencyKey = intention.keyFor(body)
      const post = () => wallet.call(makeTransaction, { body, idempotencyKey })
      return settle(makePayment({ post, record: record(payment) }))
    },
    /** Sends what has been signed elsewhere. The PSBT itself is the intention: it cannot be sent twice. */
    sendSigned(payment: Payment, psbt: string): Promise<Outcome> {
      const post = () => wallet.call(finishPsbt, { body: { psbt } })
      return settle(makePayment({ post, record: record(payment) }))
    },
    replace(replacement: Replacement): Promise<Outcome> {
      const { choice, originalTxid, satsPerVbyte, amountSats, recipient } = replacement
      const body = { choice, original_tx_id: originalTxid, new_fee_rate: satsPerVbyte } as const
      const idempotencyKey = intention.keyFor(body)
      return settle(
        makePayment({
          post: () => wallet.call(makeTransaction, { body, idempotencyKey }),
          record: txid =>
            api.call(replacePendingTransaction, {
              body: {
                original_tx_id: originalTxid,
                new_tx_id: txid,
                new_fee_rate: satsPerVbyte,
                amount: amountSats,
                recipient_address: recipient,
                enable_rbf: true,
              },
            }),
        }),
      )
    },
  }
}

export type Payments = ReturnType<typeof usePayments>
