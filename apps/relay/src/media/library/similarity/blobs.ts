export const bytesOf = (words: Uint16Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

/** The reverse. A copy: a blob can begin anywhere in memory. */
export const wordsIn = (bytes: Uint8Array): Uint16Array => new Uint16Array(Uint8Array.from(bytes).buffer)
