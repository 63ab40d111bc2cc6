/** `-0.00012345` is bitcoin, `12345` satoshis. Digit by digit: floating point would lose satoshis. */
export function satsOfBitcoinText(text: string): number {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const sats = fraction === undefined ? BigInt(whole) : BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'))
  return Number(text.startsWith('-') ? -sats : sats)
}
