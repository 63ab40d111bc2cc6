import {
  pushAddresses,
  pushBalance,
  pushInvoices,
  pushPayments,
  pushSecurity,
  pushTransactions,
  type Sequence,
} from '@hornets/contract/wallet/relay/push'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { PushGuard } from './push-guard.ts'
import type { WalletService } from './wallet-service.ts'

const taken = (sequence: Sequence | null | undefined) => ({
  message: 'Taken',
  ...(sequence !== undefined && { sequence }),
})

/** The wallet's reports. Their signature is checked over the raw bytes before a body arrives here. */
export function walletPushRoutes(serve: Serve<AdminSession>, wallet: WalletService, guard: PushGuard): void {
  serve(pushTransactions, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    return taken(await wallet.takeTransactions(body))
  })

  serve(pushBalance, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    return taken(await wallet.takeBalance(body))
  })

  serve(pushAddresses, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    return taken(await wallet.takeAddresses(body))
  })

  serve(pushPayments, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    return taken(await wallet.takePayments(body))
  })

  serve(pushInvoices, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    return taken(await wallet.takeInvoices(body))
  })

  serve(pushSecurity, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    return taken(await wallet.takeSecurity(body))
  })
}

const nameOf = (row: { readonly wallet_name: string }) => row.wallet_name
