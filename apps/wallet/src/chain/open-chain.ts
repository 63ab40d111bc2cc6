import type { Network } from '@hornets/contract/wallet/set-up'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { BitcoindChain } from './bitcoind/bitcoind-chain.ts'
import type { RpcPlace } from './bitcoind/bitcoind-rpc.ts'
import type { Chain } from './chain.ts'
import { EsploraChain } from './esplora/esplora-chain.ts'

interface ChainChoice {
  readonly network: Network
  readonly bitcoind: RpcPlace | undefined
  readonly esploraUrl: string | undefined
  readonly wayOut: WayOut
  readonly logger: Logger
}

/** The configured source: one's own node before somebody else's server; null for none. */
export function openChain({ network, bitcoind, esploraUrl, wayOut, logger }: ChainChoice): Chain | null {
  if (bitcoind) return new BitcoindChain(bitcoind, { network, wayOut, logger })
  if (esploraUrl !== undefined) return new EsploraChain(esploraUrl, { network, wayOut })
  return null
}
