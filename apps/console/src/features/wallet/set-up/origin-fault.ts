/** What a key that is watched leaves open: its kind of addresses (`kind`), or where its signer finds it (`origin`). */
export type OriginFault = 'kind' | 'origin'

/**
 * What a text that may be an account does not say. A bare xpub counts as BIP 84, whatever it was made for; without
 * fingerprint and path (BIP 380) a signer may not know its own key. A zpub says its kind (SLIP 132).
 */
export function originFaultOf(text: string): OriginFault | undefined {
  const given = text.trim()
  if (/^[xt]pub[1-9A-HJ-NP-Za-km-z]+$/.test(given)) return 'kind'
  return /^([zv]pub[1-9A-HJ-NP-Za-km-z]+$|(wpkh|tr)\([xtzv]pub)/.test(given) ? 'origin' : undefined
}
