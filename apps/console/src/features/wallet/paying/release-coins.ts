import { lockCoin } from '@hornets/contract/wallet/accounting'
import { wallet } from '../wallet-service.ts'

/** Lets go of coins that an unsigned PSBT keeps. What cannot be let go stays kept for its hour, as the wallet says. */
export async function releaseCoins(coins: readonly { readonly outpoint: string }[]): Promise<void> {
  const releases = coins.map(({ outpoint }) => wallet.call(lockCoin, { body: { outpoint, locked: false } }))
  await Promise.allSettled(releases)
}
