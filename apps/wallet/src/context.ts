import { readFile } from 'node:fs/promises'
import { walletServerActions } from '@hornets/contract/wallet/audit-actions'
import { walletMessages } from '@hornets/contract/wallet/messages'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { DataFolder } from '@hornets/server/database/data-folder'
import { SecretFields } from '@hornets/server/http/secret-fields'
import { WayOut } from '@hornets/server/http/way-out'
import { createLogger, type Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import { AddressBook } from './addresses/address-book.ts'
import { scriptOfAddress } from './addresses/script-address.ts'
import { AuditLog } from './audit/audit-log.ts'
import type { Chain } from './chain/chain.ts'
import { openChain } from './chain/open-chain.ts'
import type { Config } from './config.ts'
import { WalletDatabase, type WalletTransaction } from './database/wallet-database.ts'
import { FeeStore } from './fees/fee-store.ts'
import { Fees } from './fees/fees.ts'
import { BalanceDays } from './history/balance-history.ts'
import { CoinBook } from './history/coin-book.ts'
import { History } from './history/history.ts'
import { type LabelRow, Labels } from './history/labels.ts'
import { Ledger } from './history/ledger.ts'
import { TransactionDetails } from './history/transaction-details.ts'
import { KeyStore } from './keys/key-store.ts'
import { type SealCost, usualSealCost } from './keys/secrets/seal.ts'
import { Vault } from './keys/vault.ts'
import { InvoicePayments } from './lightning/invoice-payments.ts'
import { Lightning } from './lightning/lightning-service.ts'
import { LightningStore } from './lightning/lightning-store.ts'
import { networkTraits } from './network.ts'
import { ApiKey } from './operators/api-key.ts'
import { Operators } from './operators/operators.ts'
import { Roster } from './operators/roster.ts'
import { Approvals } from './security/approvals.ts'
import { Security } from './security/security-service.ts'
import { SpendGuard } from './security/spend-guard.ts'
import { Broadcaster } from './send/broadcaster.ts'
import type { Checkpoint } from './send/checkpoint.ts'
import { Drafts } from './send/drafts.ts'
import { PlanMaker } from './send/plan-maker.ts'
import { SendService } from './send/send-service.ts'
import { SendStore } from './send/send-store.ts'
import { SharedDrafts } from './send/shared-drafts.ts'
import { Outbox } from './sync/outbox.ts'
import { PaymentNews } from './sync/payment-news.ts'
import { PushStream } from './sync/push-stream.ts'
import { Pusher } from './sync/pusher.ts'
import { RelayMemory } from './sync/relay-memory.ts'
import { SyncService } from './sync/sync-service.ts'

/** Polling interval: our own node costs nobody anything, a public server does. */
const pollMs = { bitcoind: 2000, esplora: 20_000 }

/** Pending payments reported to the relay, newest first. */
const paymentsInFlight = 1000

/** Replacements for tests. */
export interface ContextOptions {
  readonly now?: Clock
  readonly logger?: Logger
  readonly sealCost?: SealCost
  /** By default the source's own. */
  readonly lookahead?: number
  readonly pollMs?: number
  readonly checkpoint?: Checkpoint
  /** Delay before reconnecting to the relay of a Lightning connection; time to wait for a payment. */
  readonly lightning?: { readonly retryMs?: number; readonly paymentMs?: number }
  /** Replaces the configured one. */
  readonly chain?: Chain | null
}

export type Context = Awaited<ReturnType<typeof openContext>>

/**
 * Builds every long-lived part once and closes them in reverse: data folder → database → keys → chain → book → payments
 * → operators → relay. `sync.start()` starts reading the chain.
 */
export async function openContext(config: Config, options: ContextOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const now = options.now ?? Date.now
  const logger = options.logger ?? createLogger({ name: 'wallet', level: config.logLevel })
  const network = networkTraits(config.network)
  const folder = opened.adopt(await DataFolder.open(config.dataDir, 'wallet'), part => part.close())
  const database = opened.adopt(await WalletDatabase.open(folder.file('wallet.db')), part => part.close())
  const audit = opened.adopt(new AuditLog(database, now), part => part.settle({ all: true }))
  const secrets = new SecretFields(['password'])
  const vault: Vault = new Vault({
    passwordBytes: given => secrets.bytesOf(given),
    ...{ database, network, now, sealCost: options.sealCost ?? usualSealCost },
    idleMs: () => {
      const minutes = security.settings().lock_after_minutes
      return minutes === null ? null : minutes * 60_000
    },
    onOpen: () => lightning.open(),
    onForget: () => lightning.forget(),
    onIdleLock: () => audit.recordDone({ pubkey: null, address: null }, walletServerActions.lockedWhenIdle),
  })
  const checkPassword = (password: string | undefined) => vault.checkPassword(password)
  const operatorsNow = () => roster.list()
  const approvals = new Approvals({ database, audit, now, operators: operatorsNow })
  const security = new Security({ database, audit, approvals, operators: operatorsNow, checkPassword })
  opened.defer(() => vault.forget())
  const wayOut = new WayOut(config.socksProxy)
  const chain = options.chain === undefined ? openChain({ ...config, wayOut, logger }) : options.chain

  const outbox = new Outbox(database)
  const lookahead = options.lookahead ?? chain?.lookahead ?? 0
  const addresses = new AddressBook({
    database,
    vault,
    lookahead,
    now,
    onChange: (tx, index) => outbox.putAddress(tx, index),
  })
  const balanceDays = new BalanceDays({ database, now })
  const onChange: ConstructorParameters<typeof Ledger>[0]['onChange'] = (tx, txids) => {
    outbox.putTransactions(tx, txids)
    balanceDays.forget()
  }
  const ledger = new Ledger({ database, addresses, network, now, onChange })
  const tipHeight = () => ledger.chainState().tipHeight
  const coins = new CoinBook({ database, now, tipHeight })
  const history = new History({ database, tipHeight })
  const labels = new Labels({
    ...{ database, coins },
    onChange: (tx, type, ref) => {
      const index = type === 'addr' ? addresses.givenOutIndex(scriptOfAddress(ref, network) ?? '') : undefined
      if (index !== undefined) outbox.putAddress(tx, index)
    },
  })

  const details = new TransactionDetails({ ledger, coins, chain, network })
  const guard: SpendGuard = new SpendGuard({
    ...{ security, approvals, audit, now, checkPassword },
    spentSince: sinceMs => sends.spentSince(sinceMs) + invoicePayments.spentSince(sinceMs),
    paidSince: sinceMs => sends.paidSince(sinceMs),
  })
  const plans = new PlanMaker({ vault, addresses, coins, ledger, chain, network })
  const sharedDrafts = new SharedDrafts({ database, vault, addresses, coins, ledger, network })
  const turns = pLimit(1)
  const checkpoint = options.checkpoint ?? (() => undefined)
  const store = new SendStore(database.reads)
  const broadcaster = new Broadcaster({ database, ledger, chain, logger, checkpoint }, store)
  const sending = {
    ...{ turns, checkpoint, database, addresses, ledger, chain, plans, guard, network, now, store, broadcaster },
    label: (tx: WalletTransaction, row: LabelRow) => labels.saveWithin(tx, row),
  }
  const sends = new SendService({ ...sending, vault })
  const drafts = new Drafts({ ...sending, coins, sharedDrafts })
  const lightning: Lightning = new Lightning({
    ...{ database, vault, wayOut, network: network.name, now, logger, firstRetryMs: options.lightning?.retryMs },
    onNews: () =>
      void invoicePayments.settle().catch(err => logger.error({ err }, 'a Lightning payment is not settled')),
  })
  const invoicePayments: InvoicePayments = new InvoicePayments({
    ...{ database, lightning, vault, guard, audit, network: network.name, now, logger, turns, checkpoint },
    paymentMs: options.lightning?.paymentMs,
  })
  opened.defer(() => lightning.forget())
  const feeStore = new FeeStore(database.reads)
  const fees = new Fees({
    ...{ chain, serviceUrl: config.feeUrl, wayOut, now, logger },
    highestRate: () => security.settings().highest_fee_rate,
    memory: { read: () => feeStore.read(), write: tiers => database.transact(tx => feeStore.write(tx, tiers)) },
  })

  const apiKey = new ApiKey({ key: config.apiKey, file: config.apiKeyFile })
  const roster = new Roster({
    ...{ database, audit, now, named: config.operatorPubkey, checkPassword },
    hasWallet: () => vault.state() !== 'none',
    holdsMoney: () => holdsMoney(coins, database),
  })
  const operators = new Operators({ database, audit, now, roster })
  const { walletName, relayUrl } = config
  const payments = new PaymentNews({
    ...{ database, ledger },
    listInFlight: () => sends.listOnTheirWay({ limit: paymentsInFlight, offset: 0 }),
    find: txid => sends.findSent(txid),
  })
  const tellAll = (tx: WalletTransaction) => {
    outbox.putAll(tx)
    payments.putAll(tx)
  }
  const stream = new PushStream({ database, tellAll })
  const pusher = new Pusher({
    outbox,
    payments,
    stream,
    history,
    coins,
    addresses,
    labels,
    apiKey,
    walletName,
    relayUrl,
    wayOut,
    now,
    logger,
  })
  const relayMemory = new RelayMemory({ database, stream, tellAll, addresses, walletName, logger })
  const sync = new SyncService({
    ...{ chain, vault, addresses, ledger, logger },
    resumePayments: () => sends.resume(),
    push: () => pusher.push(),
    keepGivenOut: () => relayMemory.keepGivenOut(),
    pollMs: options.pollMs ?? pollMs[chain?.source ?? 'bitcoind'],
  })
  opened.defer(() => sync.stop())
  await unlockAtStart(config, vault, logger)

  const closing = opened.move()
  return {
    ...{
      config,
      logger,
      now,
      network,
      database,
      audit,
      vault,
      chain,
      wayOut,
      addresses,
      ledger,
      coins,
      history,
      labels,
      details,
      balanceDays,
    },
    ...{
      plans,
      lightning,
      invoicePayments,
      sends,
      drafts,
      sharedDrafts,
      fees,
      apiKey,
      operators,
      roster,
      secrets,
      security,
      approvals,
      guard,
      pusher,
      relayMemory,
      sync,
    },
    close: () => closing.disposeAsync(),
  }
}

/** WALLET_PASSWORD_FILE. A wrong password is logged, and the wallet stays locked. */
async function unlockAtStart({ passwordFile }: Config, vault: Vault, logger: Logger): Promise<void> {
  if (passwordFile === undefined || vault.state() !== 'locked') return
  try {
    await vault.unlock((await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, ''))
  } catch (err) {
    logger.error({ err }, 'could not unlock the wallet with the password file')
  }
}

/** In its coins or in a connected Lightning node. */
function holdsMoney(coins: CoinBook, database: WalletDatabase): boolean {
  const { confirmed, pending } = coins.balance()
  return confirmed + pending > 0 || new LightningStore(database.reads).connection() !== undefined
}

/**
 * Only the parts that manage operators, over the file of a possibly running wallet. Throws without a wallet, or for
 * another version.
 */
export async function openRoster(path: string, named: string | undefined) {
  const database = await WalletDatabase.openUnchanged(path)
  try {
    const [network] = new KeyStore(database.reads).read()?.networks ?? []
    if (network === undefined) throw new ApiError('wallet_missing', walletMessages.walletMissing)
    const now = Date.now
    const vault = new Vault({ database, network: networkTraits(network), now, sealCost: usualSealCost })
    const coins = new CoinBook({ database, now, tipHeight: () => null })
    const roster = new Roster({
      ...{ database, now, named, audit: new AuditLog(database, now), hasWallet: () => true },
      holdsMoney: () => holdsMoney(coins, database),
      checkPassword: password => vault.checkPassword(password),
    })
    return { roster, hasPassword: vault.wallet().sealed !== null, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}
