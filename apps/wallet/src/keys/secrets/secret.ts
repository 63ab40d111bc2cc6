/** The secrets of an account, as bytes that can be overwritten. */
export interface Secret {
  /** 16 or 32 bytes (BIP 39). */
  readonly entropy: Buffer
  /** UTF-8, as typed. */
  readonly passphrase: Buffer
}

/** In sealed form: JSON with the entropy in hex, `{"entropy":"…","passphrase":"…"}`. The caller overwrites it. */
export function writeSecret({ entropy, passphrase }: { entropy: Uint8Array; passphrase: string }): Buffer {
  // Not a copy, which nobody would overwrite.
  const { buffer, byteOffset, byteLength } = entropy
  return Buffer.from(
    JSON.stringify({ entropy: Buffer.from(buffer, byteOffset, byteLength).toString('hex'), passphrase }),
  )
}

const start = Buffer.from('{"entropy":"')
const between = Buffer.from('","passphrase":"')
const end = Buffer.from('"}')

/** Parses the unsealed bytes without a string of the entropy, and overwrites them. */
export function readSecret(opened: Buffer): Secret {
  const split = opened.indexOf(between)
  if (!opened.subarray(0, start.length).equals(start) || split < 0 || !opened.subarray(-end.length).equals(end))
    throw new Error('expected entropy and passphrase in what was sealed')
  const entropy = bytesOfHex(opened.subarray(start.length, split))
  const written = opened.subarray(split + between.length, -end.length)
  const passphrase = written.includes(0x5c)
    ? Buffer.from(JSON.parse(`"${written.toString()}"`) as string)
    : Buffer.from(written)
  opened.fill(0)
  return { entropy, passphrase }
}

export function forgetSecret({ entropy, passphrase }: Secret): void {
  entropy.fill(0)
  passphrase.fill(0)
}

const digit = (code = 0) => (code <= 0x39 ? code - 0x30 : code - 0x57)

function bytesOfHex(hex: Buffer): Buffer {
  const bytes = Buffer.alloc(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (digit(hex[2 * at]) << 4) | digit(hex[2 * at + 1])
  return bytes
}
