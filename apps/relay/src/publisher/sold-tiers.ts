import type { RelaySettings } from '@hornets/contract/admin/relay-settings'

export function soldTiers({ subscription_tiers }: Readonly<RelaySettings>) {
  const sold = subscription_tiers.filter(({ price, hidden }) => Number(price) > 0 && !hidden)
  return sold.map(({ hidden: _, ...offer }) => offer)
}
