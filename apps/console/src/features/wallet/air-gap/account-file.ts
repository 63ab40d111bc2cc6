/** A descriptor with its checksum, wherever it stands: alone, behind a comment, in the JSON that a wallet exports. */
const descriptor = /\b(?:wpkh|wsh|tr)\([^\s"#]+\)(?:#[a-z0-9]{8})?/
const key = /(?:\[[\da-fA-F]{8}(?:\/\d+['hH]?)*\])?[xtzvZV]pub[1-9A-HJ-NP-Za-km-z]{100,}/

/** The account in the file of a signer or of another wallet; the whole text where none is found, to be looked at. */
export function readAccountFile(text: string): string {
  return descriptor.exec(text)?.[0] ?? key.exec(text)?.[0] ?? text.trim()
}
