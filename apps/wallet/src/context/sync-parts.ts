import type { WalletTransaction } from '../database/wallet-database.ts'
import { FamilyPusher } from '../sync/family-pusher.ts'
import { PaymentNews } from '../sync/payment-news.ts'
import { PushStream } from '../sync/push-stream.ts'
import { Pusher } from '../sync/pusher.ts'
import { RelayMemory } from '../sync/relay-memory.ts'
import { SyncService } from '../sync/sync-service.ts'
import type { BookParts } from './book-parts.ts'
import type { Frame } from './frame.ts'
import type { KeyParts } from './key-parts.ts'
import type { OperatorParts } from './operator-parts.ts'
import type { PaymentParts } from './payment-parts.ts'

/** Poll our own node often, public servers rarely. */
const pollMs = { bitcoind: 2000, esplora: 20_000, none: 20_000 }

/** Pending payments reported to the relay, newest first. */
const paymentsInFlight = 1000

/** Reads the chain in rounds, and tells the relay what has changed. */
export function openSyncParts(frame: Frame, parts: KeyParts & BookParts & PaymentParts & OperatorParts) {
  const { config, database, currentChain, wayOut, now, logger, options, opened } = frame
  const { vault, outbox, addresses, chainBook, coins, history, labels, sends, relayInvoices: invoices, apiKey } = parts
  const { securityNews } = parts
  const { walletName, relayUrl } = config
  const payments = new PaymentNews({
    database,
    chainBook,
    listInFlight: () => sends.listOnTheirWay({ limit: paymentsInFlight, offset: 0 }),
    find: txid => sends.findSent(txid),
  })
  const tellAll = (tx: WalletTransaction) => {
    outbox.putAll(tx)
    payments.putAll(tx)
    invoices.tellAll(tx)
  }
  const stream = new PushStream({ database, tellAll })
  const shared = { outbox, securityNews, history, coins, addresses, apiKey, walletName, relayUrl, wayOut, now, logger }
  const pusher =
    config.relayDialect === 'family'
      ? new FamilyPusher(shared)
      : new Pusher({ ...shared, payments, invoices, stream, labels })
  const relayMemory = new RelayMemory({ database, stream, tellAll, addresses, walletName, logger })
  const sync = new SyncService({
    vault,
    addresses,
    chainBook,
    logger,
    get chain() {
      return currentChain()
    },
    resumePayments: () => sends.resume(),
    push: () => pusher.push(),
    keepGivenOut: () => relayMemory.keepGivenOut(),
    get pollMs() {
      return options.pollMs ?? pollMs[currentChain()?.source ?? 'none']
    },
  })
  invoices.onOutcome(() => sync.wake())
  securityNews.onNews(() => sync.wake())
  opened.defer(() => sync.stop())
  return { pusher, relayMemory, sync, paymentNews: payments }
}
