/** `psbt` and 0xff, the first bytes of every PSBT (BIP 174). */
const magic = [0x70, 0x73, 0x62, 0x74, 0xff]

/** A signer's file: a PSBT as base64, a finished transaction as hex. Some contain bytes, some text. */
export function readSignedFile(bytes: Uint8Array): string {
  if (magic.every((byte, place) => bytes[place] === byte))
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  // A transaction starts with its version, 1 or 2 in four bytes; texts contain no zero.
  if (bytes[3] === 0) return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return new TextDecoder().decode(bytes).trim()
}
