import type { PaymentStatus } from '@hornets/contract/admin/subscriptions/payments'
import type { SubscriptionStatus } from '@hornets/contract/admin/subscriptions/subscribers'
import type { ShownMail } from '../mail/subscriber-mail.ts'

/** What the page of subscriptions shows of a key, in sats, bytes and RFC 3339 times. */
export interface PageAccount {
  /** In place of another signature. */
  readonly token: string
  readonly pubkey: string
  /** Empty until the wallet has given one. */
  readonly address: string
  readonly offers: readonly PageOffer[]
  readonly payments: readonly { readonly date: string; readonly sats: number; readonly status: PaymentStatus }[]
  /** Whether invoices can be made. */
  readonly lightning: boolean
  /** The relay does not see the chain. */
  readonly paused: boolean
  readonly invoice: PageInvoice | null
  readonly status: SubscriptionStatus
  readonly tier: string
  readonly expires_at: string | null
  readonly credit_sats: number
  readonly pending_sats: number
  readonly used_bytes: number
  readonly total_bytes: number | null
  readonly mail: ShownMail | null
}

/** A tier. Without an address it is paid over Lightning only. */
export interface PageOffer {
  readonly datalimit: string
  readonly price: number
  readonly uri?: string
  readonly qr?: PageCode
}

export interface PageInvoice {
  readonly payment_hash: string
  readonly invoice: string
  readonly tier: string
  readonly sats: number
  readonly uri: string
  readonly state: string
  readonly expires_at: string
  readonly seconds_left: number
  readonly qr: PageCode
}

/** A QR code as an SVG path, with `size` squares on a side. */
export interface PageCode {
  readonly size: number
  readonly path: string
}
