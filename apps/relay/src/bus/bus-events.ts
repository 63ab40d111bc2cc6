import type { NostrEvent } from '@hornets/contract'
import type { InvoiceReport, SecurityNewsRow } from '@hornets/contract/wallet/relay/push'
import type { AdminTables } from '../database/admin-tables.ts'
import type { SecurityFacts } from '../mail/letters/letter.ts'

type Line = Pick<
  AdminTables['wallet_transactions'],
  'txid' | 'vout' | 'output' | 'value_sats' | 'confirmations' | 'date'
>

/** What a part of the relay tells others that are built after it: each event, its sender → its listeners. */
export interface BusEvents {
  /** By the relay's own key. publisher/publisher → nostr/nostr-server */
  published: { readonly event: NostrEvent; readonly json: string }
  /** About an admin's own account. accounts/notices → notifications/security-notices */
  accountNews: { readonly accountId: string; readonly facts: SecurityFacts }
  /** What one owner did at the wallet. wallet/wallet-service → accounts/notices */
  walletSecurity: readonly SecurityNewsRow[]
  /** The wallet may give addresses now. wallet/subscriber-addresses → subscriptions/allotment */
  walletReady: undefined
}

/** Within the sender's transaction: a listener that fails undoes it. What it returns is called after the commit. */
export interface BusTransactions {
  /** Lines of the history. wallet/wallet-service → subscriptions/news/wallet-news */
  walletLines: {
    /** `isGone`: forgotten by the network, or replaced by another transaction. */
    readonly lines: readonly (Line & { readonly isGone: boolean })[]
    readonly removed: readonly { readonly txid: string; readonly vout: number }[]
  }
  /** Outcomes of invoices made for the relay. wallet/wallet-service → subscriptions/news/wallet-news */
  walletInvoices: readonly InvoiceReport[]
  /** The intentions behind payments. wallet/pending-payments → subscriptions/news/wallet-news */
  walletPayments: readonly string[]
}
