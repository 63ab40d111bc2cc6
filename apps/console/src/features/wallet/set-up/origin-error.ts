/** What a watched key leaves open: its address type (`kind`), or its origin for the signer (`origin`). */
export type OriginError = 'kind' | 'origin'

/**
 * A bare xpub counts as BIP 84; without origin (BIP 380) a signer may not find its key. A zpub tells its type (SLIP
 * 132).
 */
export function originErrorOf(text: string): OriginError | undefined {
  const given = text.trim()
  if (/^[xt]pub[1-9A-HJ-NP-Za-km-z]+$/.test(given)) return 'kind'
  return /^([zv]pub[1-9A-HJ-NP-Za-km-z]+$|(wpkh|tr)\([xtzv]pub)/.test(given) ? 'origin' : undefined
}
