/**
 * Satoshis of what deployed servers write: `-0.00012345` is in bitcoin, `12345` is in satoshis already. Digit by digit,
 * since a binary fraction would lose satoshis.
 */
export function satsOfBitcoinText(text: string): number {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const sats = fraction === undefined ? BigInt(whole) : BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'))
  return Number(text.startsWith('-') ? -sats : sats)
}
