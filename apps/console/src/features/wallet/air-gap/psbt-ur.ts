import { readSignedFile } from '../paying/signed-file.ts'
import { decodeCbor, encodeBytes } from './ur/cbor.ts'
import type { Ur } from './ur/ur-decoder.ts'
import { UrEncoder } from './ur/ur-encoder.ts'

/** Of a PSBT in one code: cameras of small devices read codes of some 250 characters at once. */
const fragmentBytesMax = 110
/** What signers of today read; its later name is read as well (BCR-2020-006, BCR-2023-011). */
const psbtType = 'crypto-psbt'

/** The parts of an animated code. @param psbt base64 */
export function psbtParts(psbt: string): UrEncoder {
  const bytes = Uint8Array.from(atob(psbt), character => character.charCodeAt(0))
  return new UrEncoder(psbtType, encodeBytes(bytes), fragmentBytesMax)
}

/** What a signer shows: a PSBT as base64, a finished transaction as hex; null for another type. */
export function signedOfUr({ type, message }: Ur): string | null {
  if (![psbtType, 'psbt', 'bytes'].includes(type)) return null
  try {
    const bytes = decodeCbor(message)
    return bytes instanceof Uint8Array ? readSignedFile(bytes) : null
  } catch {
    return null
  }
}
