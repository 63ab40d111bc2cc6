import { labelChars } from '@hornets/contract/wallet/addresses'
import type { TierName } from '../paying/fee-tiers.ts'
import type { Payment } from '../paying/payment.ts'
import type { Recipient } from './recipient.ts'

/** A coin that has been chosen to be spent. */
export interface ChosenCoin {
  readonly outpoint: string
  readonly sats: number
}

/** What has been entered; kept while going back and forth between the steps. */
export interface Draft {
  readonly amount: string
  readonly sendAll: boolean
  readonly tier: TierName
  /** A fee rate of one's own in sat/vB, in the place of the tier's. */
  readonly ownRate: number | null
  readonly enableRbf: boolean
  /** None: the wallet chooses. */
  readonly coins: readonly ChosenCoin[]
  readonly label: string
}

/** One satoshi, the low tier, replaceable (WALLET-32, R-62). */
export const firstDraft: Draft = {
  ...{ amount: '1', sendAll: false, tier: 'low', ownRate: null, enableRbf: true, coins: [], label: '' },
}

/** A payment as it was entered; which coins it was to spend is left to the wallet. */
export const draftOf = ({
  amountSats,
  sendAll = false,
  tier,
  satsPerVbyte,
  enableRbf,
  label = '',
}: Payment): Draft => ({
  ...{ amount: String(amountSats), sendAll, enableRbf, label },
  ...{ tier: tier ?? firstDraft.tier, ownRate: tier ? null : satsPerVbyte },
  coins: [],
})

const amountOf = (recipient: Recipient | undefined) => recipient?.amountSats?.toString()
const labelOf = (recipient: Recipient | undefined) => recipient?.label?.slice(0, labelChars)

/** The draft for a recipient: what their payment link says counts; what that of another one has said before them goes. */
export function draftFor(draft: Draft, before: Recipient | undefined, now: Recipient): Draft {
  const isOther = before?.address !== now.address
  const amount = isOther && draft.amount === amountOf(before) ? firstDraft.amount : draft.amount
  const label = isOther && draft.label === labelOf(before) ? firstDraft.label : draft.label
  return { ...draft, amount: amountOf(now) ?? amount, label: labelOf(now) ?? label }
}

export const sumOfCoins = (coins: readonly ChosenCoin[]) => coins.reduce((sum, { sats }) => sum + sats, 0)
