import type { LedgerEntry } from '@hornets/contract/admin/subscriptions/timeline'
import { type ComponentType, createContext } from 'react'

export interface RefundPayment {
  readonly recipient: string
  readonly amountSats: number
  /** The Idempotency-Key of its first attempt. */
  readonly intention: string
}

/** The payment for a refund; undefined if it was sent, paid or cancelled. If that is unclear, its key pays it only once. */
export function refundPlan({ kind, sats, refund }: LedgerEntry): RefundPayment | undefined {
  if (kind !== 'refund' || (refund?.state !== 'open' && refund?.state !== 'unclear') || sats >= 0) return undefined
  return { recipient: refund.recipient_address, amountSats: -sats, intention: refund.intention }
}

/** The wallet does not know its payment any more: the relay decides whether it can still be paid. */
export const canAskToCancel = ({ refund }: LedgerEntry): boolean => refund?.stuck?.reason === 'unseen'

interface RefundPayerProps {
  readonly payment: RefundPayment
  readonly onClose: () => void
}

/** The wallet's dialog, as passed on by the app, since features do not know each other. */
export const RefundPayer = createContext<ComponentType<RefundPayerProps> | undefined>(undefined)
