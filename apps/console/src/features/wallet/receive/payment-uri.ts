interface Asked {
  /** Satoshis. */
  readonly amountSats?: number | undefined
  readonly label?: string | undefined
}

/** The address as wallets scan it, with what is asked for it (BIP 21). */
export function paymentUri(address: string, { amountSats, label }: Asked = {}): string {
  const parts = [
    ...(amountSats === undefined ? [] : [`amount=${bitcoinOf(amountSats)}`]),
    ...(label ? [`label=${encodeURIComponent(label)}`] : []),
  ]
  return `bitcoin:${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** Decimal bitcoin, digit by digit: no float ever holds it. */
function bitcoinOf(sats: number): string {
  const digits = String(sats).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

/** Addresses count from one on the screen, from zero on the wire (WALLET-62). */
export const placeOf = (index: string | number) => Number(index) + 1
