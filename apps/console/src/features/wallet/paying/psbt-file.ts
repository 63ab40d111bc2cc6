/** `psbt` and 0xff: how the bytes of every PSBT begin (BIP 174). */
const magic = [0x70, 0x73, 0x62, 0x74, 0xff]

/** A signer's file as base64: most save the bytes, some the text. */
export function readPsbtFile(bytes: Uint8Array): string {
  if (!magic.every((byte, place) => bytes[place] === byte)) return new TextDecoder().decode(bytes).trim()
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
