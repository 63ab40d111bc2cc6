interface Asked {
  /** Satoshis. */
  readonly amountSats?: number | undefined
  readonly label?: string | undefined
}

export function paymentUri(address: string, { amountSats, label }: Asked = {}): string {
  const parts = [
    ...(amountSats === undefined ? [] : [`amount=${bitcoinOf(amountSats)}`]),
    ...(label ? [`label=${encodeURIComponent(label)}`] : []),
  ]
  return `bitcoin:${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** Decimal bitcoin, digit by digit: never as a float. */
function bitcoinOf(sats: number): string {
  const digits = String(sats).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

/** Addresses count from one on screen, from zero in the API (WALLET-62). */
export const placeOf = (index: string | number) => Number(index) + 1
