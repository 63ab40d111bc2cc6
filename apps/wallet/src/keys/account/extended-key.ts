import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { NetworkTraits } from '../../bitcoin/network.ts'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** zpub and vpub mean P2WPKH, Zpub and Vpub multisig (SLIP 132); the key itself is an xpub's. */
const slip132: Record<number, number> = {
  78792518: 0x0488b21e,
  73342198: 0x043587cf,
  44728019: 0x0488b21e,
  39277699: 0x043587cf,
}

export function keyMaterial(xpub: string): string {
  return Buffer.from(base58check.decode(xpub).subarray(13)).toString('hex')
}

/** An extended public key in the network's own version; null for a private key or one of another network. */
export function parseExtendedKey(text: string, { bip32 }: NetworkTraits): string | null {
  try {
    const bytes = Buffer.from(base58check.decode(text))
    const version = bytes.readUInt32BE(0)
    const plain = slip132[version] ?? version
    if (plain !== bip32.public) return null
    bytes.writeUInt32BE(plain, 0)
    return HDKey.fromExtendedKey(base58check.encode(bytes), bip32).publicExtendedKey
  } catch {
    return null
  }
}
