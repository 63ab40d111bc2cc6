import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { findRelayPayments, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { ApiError } from '@hornets/server/api-error'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { Roster } from '../operators/roster.ts'
import type { Session } from '../operators/tokens.ts'
import type { PaymentNews } from './payment-news.ts'
import type { RelayPusher } from './pusher.ts'
import type { RelayMemory } from './relay-memory.ts'
import type { SyncService } from './sync-service.ts'

interface RelayRouteParts {
  readonly roster: Roster
  readonly relayMemory: RelayMemory
  readonly pusher: RelayPusher
  readonly paymentNews: PaymentNews
  readonly sync: Pick<SyncService, 'state'>
  /** There may be news for the relay. */
  readonly onHeard: () => void
}

export function relayRoutes(serve: Serve<Session>, parts: RelayRouteParts): void {
  const { roster, relayMemory, pusher, paymentNews, sync, onHeard } = parts
  serve(setOperators, async ({ body, request }) => {
    roster.hear(body.pubkeys, { pubkey: null, address: callerOf(request).address })
    await relayMemory.hear(body)
    const untold = pusher.hasUntoldAddresses()
    onHeard()
    return { message: 'The operators were received', untold }
  })

  serve(findRelayPayments, ({ body }) => {
    // A wallet that has not read the whole chain may not have seen its own payments yet.
    if (!sync.state().synced) throw new ApiError('unavailable', walletMessages.paidMaybe)
    const unknown = paymentNews.tellAgain(body.txids)
    onHeard()
    return { unknown }
  })
}
