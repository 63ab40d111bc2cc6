import { pushAddresses, pushBalance, pushTransactions } from '@hornets/contract/wallet/push'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions.ts'
import type { PushGuard } from './push-guard.ts'
import type { WalletService } from './wallet-service.ts'

const taken = { message: 'Taken' }

/** What the wallet tells. Its signature has been checked over the raw bytes before a body comes here. */
export function walletPushRoutes(serve: Serve<AdminSession>, wallet: WalletService, guard: PushGuard): void {
  serve(pushTransactions, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    await wallet.takeTransactions(body)
    return taken
  })

  serve(pushBalance, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    await wallet.takeBalance(body)
    return taken
  })

  serve(pushAddresses, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    await wallet.takeAddresses(body)
    return taken
  })
}

const nameOf = (row: { readonly wallet_name: string }) => row.wallet_name
