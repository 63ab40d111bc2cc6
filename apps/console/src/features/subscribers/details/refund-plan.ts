import type { LedgerEntry } from '@hornets/contract/admin/subscriptions/subscribers'
import { type ComponentType, createContext } from 'react'

/** The payment that a refund asks of the wallet. */
export interface RefundPayment {
  readonly recipient: string
  readonly amountSats: number
  /** The Idempotency-Key of its first attempt. */
  readonly intention: string
}

/** The payment for a refund; undefined unless it is open: one that was sent, paid or cancelled is not paid again. */
export function refundPlan({ kind, sats, refund }: LedgerEntry): RefundPayment | undefined {
  if (kind !== 'refund' || refund?.state !== 'open' || sats >= 0) return undefined
  return { recipient: refund.recipient_address, amountSats: -sats, intention: refund.intention }
}

interface RefundPayerProps {
  readonly payment: RefundPayment
  readonly onClose: () => void
}

/** The wallet's dialog, as passed on by the app, since features do not know each other. */
export const RefundPayer = createContext<ComponentType<RefundPayerProps> | undefined>(undefined)
