import { readSignedFile } from '../paying/psbt/signed-file.ts'
import { decodeCbor, encodeBytes } from './ur/cbor.ts'
import type { Ur } from './ur/ur-decoder.ts'
import { UrEncoder } from './ur/ur-encoder.ts'

/** For a PSBT in one code: small devices' cameras read codes of about 250 characters. */
const fragmentBytesMax = 110
/** What current signers read; the later name is also accepted (BCR-2020-006, BCR-2023-011). */
const psbtType = 'crypto-psbt'

/** The parts of an animated code. @param psbt base64 */
export function psbtParts(psbt: string): UrEncoder {
  const bytes = Uint8Array.from(atob(psbt), character => character.charCodeAt(0))
  return new UrEncoder(psbtType, encodeBytes(bytes), fragmentBytesMax)
}

/** A signer's code: a PSBT as base64, a finished transaction as hex; null for another type. */
export function signedOfUr({ type, message }: Ur): string | null {
  if (![psbtType, 'psbt', 'bytes'].includes(type)) return null
  try {
    const bytes = decodeCbor(message)
    return bytes instanceof Uint8Array ? readSignedFile(bytes) : null
  } catch {
    return null
  }
}
