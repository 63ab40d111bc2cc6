import { takeAddresses, takeBalance, takeTransactions } from '@hornets/contract/wallet/relay/family-push'
import { pushInvoices, pushPayments, pushSecurity, type Sequence } from '@hornets/contract/wallet/relay/push'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { areFamilyAddresses, areFamilyLines, ownAddress, ownLine } from './family-push.ts'
import type { PushGuard } from './push-guard.ts'
import type { WalletService } from './wallet-service.ts'

const taken = (sequence: Sequence | null | undefined) => ({
  message: 'Taken',
  ...(sequence !== undefined && { sequence }),
})

/** The wallet's reports. Their signature is checked over the raw bytes before a body arrives here. */
export function walletPushRoutes(serve: Serve<AdminSession>, wallet: WalletService, guard: PushGuard): void {
  serve(takeTransactions, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    if (!areFamilyLines(body)) return taken(await wallet.takeTransactions(body))
    await wallet.takeTransactions(body.map(ownLine))
    return processed('transactions', body.length)
  })

  serve(takeBalance, async ({ body, request }) => {
    await guard.checkNames(request, [body.wallet_name])
    if (!('balance' in body)) return taken(await wallet.takeBalance(body))
    await wallet.takeBalance({ wallet_name: body.wallet_name, confirmed: body.balance, pending: 0 })
    return { message: 'success', balance: String(body.balance) }
  })

  serve(takeAddresses, async ({ body, request }) => {
    await guard.checkNames(request, body.map(nameOf))
    if (!areFamilyAddresses(body)) return taken(await wallet.takeAddresses(body))
    await wallet.takeAddresses(body.map(ownAddress))
    return processed('addresses', body.length)
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

const processed = (what: string, count: number) => ({
  status: 'success' as const,
  message: `Processed ${count} ${what} successfully, 0 errors`,
})
