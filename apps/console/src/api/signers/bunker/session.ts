/** A connected remote signer (NIP-46). In the tab's storage, since it can request signatures, and gone with the tab. */
export interface BunkerSession {
  /** This console's secret key for talking to the signer, hex; never the user's own. */
  readonly clientKey: string
  /** Public key of the signer, in hex. */
  readonly signer: string
  readonly relays: readonly string[]
  /** The key it signs with, hex. */
  readonly pubkey: string
}

const storageKey = 'bunker'
const hex = /^[0-9a-f]{64}$/

export function readBunker(storage: Pick<Storage, 'getItem'> = sessionStorage): BunkerSession | undefined {
  try {
    const { clientKey, signer, relays, pubkey } = JSON.parse(storage.getItem(storageKey) ?? 'null') as BunkerSession
    const isWhole = [clientKey, signer, pubkey].every(key => hex.test(key)) && Array.isArray(relays)
    return isWhole ? { clientKey, signer, relays, pubkey } : undefined
  } catch {
    return undefined
  }
}

export const keepBunker = (session: BunkerSession) => sessionStorage.setItem(storageKey, JSON.stringify(session))
export const forgetBunker = () => sessionStorage.removeItem(storageKey)
