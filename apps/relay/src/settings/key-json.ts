const quote = 0x22
const digits = Buffer.from('0123456789abcdef')
const keyBytes = 32

/** A key as JSON, a string of hex, but in bytes that can be overwritten. */
export function keyToJson(key: Uint8Array): Buffer {
  const json = Buffer.alloc(2 + 2 * key.length, quote)
  for (const [at, byte] of key.entries()) {
    json[1 + 2 * at] = digits[byte >> 4] ?? 0
    json[2 + 2 * at] = digits[byte & 15] ?? 0
  }
  return json
}

/** The key in such JSON, which is overwritten; undefined if it is none. */
export function keyInJson(json: Buffer): Uint8Array | undefined {
  // A buffer is outside V8's heap, where the collector leaves copies of what it moves.
  const key = new Uint8Array(new ArrayBuffer(keyBytes))
  let isKey = json.length === 2 + 2 * keyBytes && json[0] === quote && json[json.length - 1] === quote
  for (const at of key.keys()) {
    const [high, low] = [digits.indexOf(json[1 + 2 * at] ?? 0), digits.indexOf(json[2 + 2 * at] ?? 0)]
    isKey &&= high >= 0 && low >= 0
    key[at] = high * 16 + low
  }
  json.fill(0)
  return isKey ? key : undefined
}
