import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { Roster } from '../operators/roster.ts'
import type { Session } from '../operators/tokens.ts'
import type { Pusher } from './pusher.ts'
import type { RelayMemory } from './relay-memory.ts'

interface RelayRouteParts {
  readonly roster: Roster
  readonly relayMemory: RelayMemory
  readonly pusher: Pusher
  /** There may be news for the relay. */
  readonly onHeard: () => void
}

/** What the relay tells the wallet. */
export function relayRoutes(serve: Serve<Session>, { roster, relayMemory, pusher, onHeard }: RelayRouteParts): void {
  serve(setOperators, async ({ body, request }) => {
    roster.hear(body.pubkeys, { pubkey: null, address: callerOf(request).address })
    await relayMemory.hear(body)
    const untold = pusher.hasUntoldAddresses()
    onHeard()
    return { message: 'The operators were received', untold }
  })
}
