import pLimit from 'p-limit'
import type { WalletTransaction } from '../database/wallet-database.ts'
import type { LabelRow } from '../history/labels/labels.ts'
import { ConnectionSeal } from '../lightning/connection-seal.ts'
import { InvoicePayments } from '../lightning/invoice-payments.ts'
import { Lightning } from '../lightning/lightning-service.ts'
import { RelayInvoices } from '../lightning/relay-invoices.ts'
import { SpendGuard } from '../security/spend-guard.ts'
import { Broadcaster } from '../send/broadcaster.ts'
import { Drafts } from '../send/drafts.ts'
import { PlanMaker } from '../send/plan-maker.ts'
import { SendService } from '../send/send-service.ts'
import { SendStore } from '../send/send-store.ts'
import { SharedDrafts } from '../send/shared-drafts.ts'
import type { BookParts } from './book-parts.ts'
import type { Frame } from './frame.ts'
import type { KeyParts } from './key-parts.ts'

export type PaymentParts = ReturnType<typeof openPaymentParts>

/** Payments on the chain and over Lightning, one at a time, each past the same guard. */
export function openPaymentParts(frame: Frame, keys: KeyParts, book: BookParts, isSynced: () => boolean) {
  const { database, network, chain, audit, now } = frame
  const { vault, approvals, security, checkPassword } = keys
  const { addresses, coins, chainBook } = book
  const mutex = pLimit(1)
  const guard: SpendGuard = new SpendGuard({
    security,
    approvals,
    audit,
    now,
    checkPassword,
    spentSince: sinceMs => sends.spentSince(sinceMs) + invoicePayments.spentSince(sinceMs),
    paidSince: sinceMs => sends.paidSince(sinceMs),
  })
  const plans = new PlanMaker({ vault, addresses, coins, chainBook, chain, network })
  const sharedDrafts = new SharedDrafts({ database, vault, addresses, coins, chainBook, network })
  const store = new SendStore(database.reads)
  const broadcaster = new Broadcaster({ ...frame, chainBook }, store)
  const sending = {
    mutex,
    database,
    addresses,
    chainBook,
    chain,
    plans,
    guard,
    network,
    now,
    store,
    broadcaster,
    checkpoint: frame.checkpoint,
    label: (tx: WalletTransaction, row: LabelRow) => book.labels.saveWithin(tx, row),
  }
  const sends: SendService = new SendService({ ...sending, vault, isSynced })
  const drafts = new Drafts({ ...sending, coins, sharedDrafts })
  const { lightning, invoicePayments, relayInvoices } = openLightning(frame, { vault, guard, mutex })
  return { guard, plans, sharedDrafts, sends, drafts, lightning, invoicePayments, relayInvoices }
}

const relayInvoicesEveryMs = 5000

interface LightningNeeds {
  readonly vault: KeyParts['vault']
  readonly guard: SpendGuard
  readonly mutex: ReturnType<typeof pLimit>
}

/** The operator's own node, and invoices paid through it. */
function openLightning(frame: Frame, { vault, guard, mutex }: LightningNeeds) {
  const { database, audit, now, logger, wayOut, options, checkpoint, rounds, opened } = frame
  const network = frame.network.name
  const seal = new ConnectionSeal({ vault, serverKey: frame.serverKey })
  const lightning: Lightning = new Lightning({
    seal,
    database,
    vault,
    wayOut,
    network,
    now,
    logger,
    firstRetryMs: options.lightning?.retryMs,
    onNews: () => {
      void invoicePayments.settle().catch(err => logger.error({ err }, 'a Lightning payment is not settled'))
      void relayInvoices.settle().catch(err => logger.error({ err }, 'an invoice of the relay is not settled'))
    },
  })
  const invoicePayments: InvoicePayments = new InvoicePayments({
    database,
    lightning,
    vault,
    guard,
    audit,
    network,
    now,
    logger,
    mutex,
    checkpoint,
    paymentMs: options.lightning?.paymentMs,
  })
  const relayInvoices: RelayInvoices = new RelayInvoices({ database, lightning, now, logger })
  const everyMs = options.lightning?.invoicesMs ?? relayInvoicesEveryMs
  const settling = rounds.open({ name: 'relay_invoices', everyMs, work: () => relayInvoices.settle() })
  opened.defer(() => {
    void settling.close()
    lightning.forget()
  })
  lightning.open()
  return { lightning, invoicePayments, relayInvoices }
}
