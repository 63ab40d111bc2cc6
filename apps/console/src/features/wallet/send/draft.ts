import { labelChars } from '@hornets/contract/wallet/addresses'
import type { TierName } from '../paying/fees/fee-tiers.ts'
import type { Payment } from '../paying/payment.ts'
import type { Recipient } from './recipient.ts'

export interface ChosenCoin {
  readonly outpoint: string
  readonly sats: number
}

/** The input; kept while moving between steps. */
export interface Draft {
  readonly amount: string
  readonly sendAll: boolean
  readonly tier: TierName
  /** A custom fee rate in sat/vB, instead of the tier's. */
  readonly ownRate: number | null
  readonly enableRbf: boolean
  /** Empty: the wallet chooses. */
  readonly coins: readonly ChosenCoin[]
  readonly label: string
}

/** One satoshi, the low tier, replaceable (WALLET-32, R-62). */
export const firstDraft: Draft = {
  amount: '1',
  sendAll: false,
  tier: 'low',
  ownRate: null,
  enableRbf: true,
  coins: [],
  label: '',
}

/** A payment as entered; the wallet chooses the coins. */
export const draftOf = ({
  amountSats,
  sendAll = false,
  tier,
  satsPerVbyte,
  enableRbf,
  label = '',
}: Payment): Draft => ({
  amount: String(amountSats),
  sendAll,
  enableRbf,
  label,
  tier: tier ?? firstDraft.tier,
  ownRate: tier ? null : satsPerVbyte,
  coins: [],
})

const amountOf = (recipient: Recipient | undefined) => recipient?.amountSats?.toString()
const labelOf = (recipient: Recipient | undefined) => recipient?.label?.slice(0, labelChars)

/** The draft for a recipient: values from a payment link apply, and those of an earlier link are removed. */
export function draftFor(draft: Draft, before: Recipient | undefined, now: Recipient): Draft {
  const isOther = before?.address !== now.address
  const amount = isOther && draft.amount === amountOf(before) ? firstDraft.amount : draft.amount
  const label = isOther && draft.label === labelOf(before) ? firstDraft.label : draft.label
  return { ...draft, amount: amountOf(now) ?? amount, label: labelOf(now) ?? label }
}

export const sumOfCoins = (coins: readonly ChosenCoin[]) => coins.reduce((sum, { sats }) => sum + sats, 0)
