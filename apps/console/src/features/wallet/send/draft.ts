import type { TierName } from './fee-tiers.ts'

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
  readonly enableRbf: boolean
  /** None: the wallet chooses. */
  readonly coins: readonly ChosenCoin[]
  readonly label: string
}

/** One satoshi, the low tier, replaceable (WALLET-32, R-62). */
export const firstDraft: Draft = { amount: '1', sendAll: false, tier: 'low', enableRbf: true, coins: [], label: '' }

export const sumOfCoins = (coins: readonly ChosenCoin[]) => coins.reduce((sum, { sats }) => sum + sats, 0)
