import { messages } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/wallet'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { WalletService } from './wallet-service.ts'

export function walletRoutes(serve: Serve<AdminSession>, wallet: WalletService): void {
  serve(contract.getBalanceUsd, () => wallet.balance())
  serve(contract.listLatestTransactions, ({ query }) => wallet.transactions(query))
  serve(contract.listReceivingAddresses, ({ query }) => wallet.addresses(query))
  serve(contract.listPendingTransactions, () => wallet.payments.list())

  serve(contract.savePendingTransaction, async ({ body, session }) => {
    await wallet.payments.save(body, session.actor)
    return { message: 'The payment was saved' }
  })

  serve(contract.removePendingTransaction, async ({ params, session }) => {
    if (!(await wallet.payments.remove(params.txid, session.actor)))
      throw new ApiError('not_found', messages.paymentUnknown)
    return { message: 'The payment was removed' }
  })

  serve(contract.replacePendingTransaction, async ({ body, session }) => {
    if (!(await wallet.payments.replace(body, session.actor))) throw new ApiError('not_found', messages.paymentUnknown)
    return { status: 'success' as const, message: 'The payment was replaced', txid: body.new_tx_id }
  })
}
