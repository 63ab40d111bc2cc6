import { randomBytes } from 'node:crypto'

/** Longer than any schema's minimum for passwords, and impossible to guess. */
const placeholderBytes = 16
const shortestChars = 8
const longestBytes = 1024

const quote = 0x22
const backslash = 0x5c

/** While they are bytes, which can be overwritten: a string stays in memory until its place is reused. */
export class SecretFields {
  readonly #keys: readonly string[]
  readonly #kept = new Map<string, Buffer>()

  /** `names`: of the fields, anywhere in a body. */
  constructor(names: readonly string[]) {
    this.#keys = names.map(name => `"${name}"`)
  }

  /** Overwrites them; placeholders for `forget`. Too short, too long or with escapes: parsed as strings. */
  take(body: Buffer): { readonly body: Buffer; readonly taken: readonly string[] } {
    const taken: string[] = []
    let rest = body
    for (const key of this.#keys) {
      for (let at = rest.indexOf(key); at !== -1; at = rest.indexOf(key, at + key.length)) {
        const place = valueAfter(rest, at + key.length)
        if (!place) continue
        const placeholder = randomBytes(placeholderBytes).toString('hex')
        this.#kept.set(placeholder, Buffer.from(rest.subarray(place.start, place.end)))
        taken.push(placeholder)
        const before = rest
        rest = Buffer.concat([rest.subarray(0, place.start), Buffer.from(placeholder), rest.subarray(place.end)])
        before.fill(0)
      }
    }
    return { body: rest, taken }
  }

  /** A copy of a field's bytes, for the caller to overwrite; for a field left as is, its text. */
  bytesOf(field: string): Buffer {
    const kept = this.#kept.get(field)
    if (kept && isAscii(kept)) return Buffer.from(kept)
    // NFKC: the same password on different keyboards gives the same bytes. Only strings can be normalised.
    return Buffer.from((kept?.toString() ?? field).normalize('NFKC'))
  }

  /** The call was answered: overwrites what was taken from its body. */
  forget(taken: readonly string[]): void {
    for (const placeholder of taken) {
      this.#kept.get(placeholder)?.fill(0)
      this.#kept.delete(placeholder)
    }
  }
}

/** Start and end of the text value after a key, without quotes; undefined if it stays. */
function valueAfter(body: Buffer, from: number): { start: number; end: number } | undefined {
  let at = skipSpace(body, from)
  if (body[at] !== 0x3a) return undefined
  at = skipSpace(body, at + 1)
  if (body[at] !== quote) return undefined
  const start = at + 1
  let chars = 0
  for (let end = start; end < body.length && end - start <= longestBytes; end += 1) {
    const byte = body[end] ?? 0
    if (byte === backslash || byte < 0x20) return undefined
    if (byte === quote) return chars >= shortestChars ? { start, end } : undefined
    // A byte that does not continue a UTF-8 character starts one.
    if ((byte & 0xc0) !== 0x80) chars += 1
  }
  return undefined
}

function skipSpace(body: Buffer, from: number): number {
  let at = from
  while ([0x20, 0x09, 0x0a, 0x0d].includes(body[at] ?? 0)) at += 1
  return at
}

const isAscii = (bytes: Buffer) => bytes.every(byte => byte < 0x80)
