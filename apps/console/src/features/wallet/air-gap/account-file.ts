/** A descriptor with its checksum anywhere: alone, after a comment, in a wallet's JSON export. */
const descriptor = /\b(?:wpkh|wsh|tr)\([^\s"#]+\)(?:#[a-z0-9]{8})?/
const key = /(?:\[[\da-fA-F]{8}(?:\/\d+['hH]?)*\])?[xtzvZV]pub[1-9A-HJ-NP-Za-km-z]{100,}/

export function readAccountFile(text: string): string {
  return descriptor.exec(text)?.[0] ?? key.exec(text)?.[0] ?? text.trim()
}
