import type { Clock } from '@hornets/server/clock'
import { DataFolder } from '@hornets/server/database/data-folder'
import { SecretFields } from '@hornets/server/http/secret-fields'
import { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { AuditLog } from '../audit/audit-log.ts'
import { networkTraits } from '../bitcoin/network.ts'
import type { Chain } from '../chain/chain.ts'
import { ChosenChain } from '../chain/source/chosen-chain.ts'
import { ChainSource } from '../chain/source/source-service.ts'
import type { Config } from '../config.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import type { SealCost } from '../keys/secrets/seal.ts'
import { SideKey } from '../keys/secrets/side-key.ts'
import type { Checkpoint } from '../send/checkpoint.ts'

export interface ContextOptions {
  readonly now?: Clock
  readonly logger?: Logger
  readonly sealCost?: SealCost
  /** By default the source's own. */
  readonly lookahead?: number
  /** Subscribers' addresses that a restore always searches. */
  readonly subscribersWindow?: number
  readonly pollMs?: number
  /** A locked wallet used secrets, or an unlocked one was locked: their traces can be cleared. */
  readonly onSecretsUsed?: () => void
  readonly checkpoint?: Checkpoint
  /** Delay before reconnecting to the relay of a Lightning connection; time to wait for a payment. */
  readonly lightning?: { readonly retryMs?: number; readonly paymentMs?: number; readonly invoicesMs?: number }
  /** Replaces the configured one. */
  readonly chain?: Chain | null
}

export type Frame = Awaited<ReturnType<typeof openFrame>>

/** What every area of the wallet is built with. Takes the data folder, so that no second wallet uses it. */
export async function openFrame(config: Config, options: ContextOptions, opened: AsyncDisposableStack) {
  const now = options.now ?? Date.now
  const logger = options.logger ?? createLogger({ name: 'wallet', level: config.logLevel })
  const folder = opened.adopt(await DataFolder.open(config.dataDir, 'wallet'), part => part.close())
  const database = opened.adopt(await WalletDatabase.open(folder.file('wallet.db')), part => part.close())
  const audit = opened.adopt(new AuditLog(database, now), part => part.settle({ all: true }))
  const wayOut = new WayOut(config.socksProxy)
  const network = networkTraits(config.network)
  const serverKey = SideKey.ofServer(folder.file('server.key'))
  const chosen = new ChosenChain()
  const source = new ChainSource({ config, chain: chosen, database, serverKey, network, wayOut, logger })
  const chain: Chain | null = options.chain === undefined ? chosen : options.chain
  return {
    rounds: new Rounds({ now, logger }),
    config,
    options,
    opened,
    now,
    logger,
    database,
    audit,
    wayOut,
    network,
    serverKey,
    source,
    chain,
    /** The source of this moment, for work of several steps. */
    currentChain: () => (options.chain === undefined ? chosen.current() : options.chain),
    secrets: new SecretFields(['password']),
    checkpoint: options.checkpoint ?? (() => undefined),
  }
}
