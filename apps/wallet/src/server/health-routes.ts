import { health, type Network } from '@hornets/contract/wallet/set-up'
import type { Serve } from '@hornets/server/http/serve'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Chain } from '../chain/chain.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { Vault } from '../keys/vault.ts'
import type { Lightning } from '../lightning/lightning-service.ts'
import type { Roster } from '../operators/roster.ts'
import type { Session } from '../operators/tokens.ts'
import type { SyncState } from '../sync/sync-service.ts'

interface HealthParts {
  readonly network: Network
  readonly chain: Chain | null
  readonly vault: Vault
  readonly chainBook: ChainBook
  readonly roster: Roster
  readonly wayOut: WayOut
  readonly lightning: Lightning
  readonly syncState: () => SyncState
}

export function healthRoutes(
  serve: Serve<Session>,
  { network, chain, vault, chainBook, roster, wayOut, lightning, syncState }: HealthParts,
): void {
  serve(health, () => {
    const { tip, synced, ...said } = syncState()
    const state = vault.state()
    const locksInMs = vault.locksInMs()
    const lightningState = lightning.state()
    const socksProxy = wayOut.proxyState()
    const [change] = roster.describe().changes
    return {
      status: synced && said.message === '' ? ('ok' as const) : ('degraded' as const),
      network,
      chain_source: chain?.source ?? ('none' as const),
      tip_height: tip?.height ?? chainBook.chainState().tipHeight,
      synced,
      wallet: state,
      ...(state !== 'none' && vault.wallet().sealed === null && { watch_only: true as const }),
      ...(state !== 'none' && vault.wallet().wordsUnchecked && { words_unchecked: true as const }),
      ...(locksInMs !== null && { locks_in_seconds: Math.round(locksInMs / 1000) }),
      ...(change && { operators_change_at: change.due_at }),
      ...(lightningState !== 'none' && { lightning: lightningState }),
      ...(socksProxy && { socks_proxy: socksProxy }),
      ...said,
    }
  })
}
