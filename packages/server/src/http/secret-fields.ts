import { randomBytes } from 'node:crypto'

/** As long as the shortest password that any schema asks for needs, and much longer than anybody guesses. */
const placeholderBytes = 16
const shortestChars = 8
const longestBytes = 1024

const quote = 0x22
const backslash = 0x5c

/**
 * Takes passwords out of JSON bodies while they are bytes, which can be overwritten: a string stays in memory until the
 * garbage collector happens to reuse its place. A random placeholder goes through parsing and schemas in their stead.
 */
export class SecretFields {
  readonly #keys: readonly string[]
  readonly #kept = new Map<string, Buffer>()

  /** @param names of the fields, wherever they are in a body */
  constructor(names: readonly string[]) {
    this.#keys = names.map(name => `"${name}"`)
  }

  /**
   * Overwrites the secrets in these bytes; answers the body with placeholders, and their names for `forget`. A value that is
   * too short or too long for a password, or written with escapes, stays: it is parsed as a string.
   */
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

  /** A copy of what a field of a body stands for, for the caller to overwrite; of a field that was left, its text. */
  bytesOf(field: string): Buffer {
    const kept = this.#kept.get(field)
    if (kept && isAscii(kept)) return Buffer.from(kept)
    // NFKC, so that the same password typed on another keyboard is the same bytes. Only a string can be normalised.
    return Buffer.from((kept?.toString() ?? field).normalize('NFKC'))
  }

  /** The call has been answered: what was taken out of its body is overwritten. */
  forget(taken: readonly string[]): void {
    for (const placeholder of taken) {
      this.#kept.get(placeholder)?.fill(0)
      this.#kept.delete(placeholder)
    }
  }
}

/** Where the text value after a key begins and ends, without its quotes; undefined for what is to stay. */
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
    // A byte that does not continue a character of UTF-8 begins one.
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
