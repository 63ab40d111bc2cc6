const stepUsd = 1000
const intervals = 5

/** Ticks of a price axis: whole thousands around all prices, in five intervals (WALLET-14, R-71, CONST-08). */
export function priceTicks(prices: readonly number[]): number[] {
  if (prices.length === 0) return []
  const low = Math.floor(Math.min(...prices) / stepUsd) * stepUsd
  const rounded = Math.ceil(Math.max(...prices) / stepUsd) * stepUsd
  // All prices on the same thousand: the axis still needs a height.
  const high = rounded > low ? rounded : low + stepUsd
  return Array.from({ length: intervals + 1 }, (_, index) => low + ((high - low) * index) / intervals)
}
