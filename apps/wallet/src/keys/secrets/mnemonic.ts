import { createHash, pbkdf2 as deriveSeed } from 'node:crypto'
import { promisify } from 'node:util'
import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const pbkdf2 = promisify(deriveSeed)

/** New words from the system's randomness: 128 bits for 12, 256 for 24 (BIP 39). */
export function createWords(count: 12 | 24): string[] {
  return generateMnemonic(wordlist, count === 12 ? 128 : 256).split(' ')
}

/** 12 or 24 English words with a valid checksum. Ignores case and surrounding spaces. */
export function areWords(words: readonly string[]): boolean {
  return (words.length === 12 || words.length === 24) && validateMnemonic(sentence(words), wordlist)
}

/** The words' entropy, 16 or 32 bytes. */
export function entropyOfWords(words: readonly string[]): Uint8Array {
  return mnemonicToEntropy(sentence(words), wordlist)
}

export function wordsOfEntropy(entropy: Uint8Array): string[] {
  return entropyToMnemonic(entropy, wordlist).split(' ')
}

/** 64 bytes; PBKDF2 with 2,048 rounds (BIP 39). */
export function seedOfWords(words: readonly string[], passphrase: string): Promise<Buffer> {
  return seedOfEntropy(entropyOfWords(words), Buffer.from(passphrase))
}

/** From the entropy, without a string of the words, because bytes can be overwritten. `passphrase`: UTF-8. */
export async function seedOfEntropy(entropy: Uint8Array, passphrase: Uint8Array): Promise<Buffer> {
  const spoken = spellOut(entropy)
  const salt = Buffer.concat([Buffer.from('mnemonic'), decomposed(passphrase)])
  try {
    return await pbkdf2(spoken, salt, 2048, 64, 'sha512')
  } finally {
    spoken.fill(0)
    salt.fill(0)
  }
}

/** NFKD (BIP 39); non-ASCII text has to become a string for it. */
function decomposed(text: Uint8Array): Uint8Array {
  return text.every(byte => byte < 0x80) ? text : Buffer.from(Buffer.from(text).toString().normalize('NFKD'))
}

/** The words of 16 or 32 bytes, separated by spaces: 11 bits per word, with a checksum bit per 4 bytes at the end. */
function spellOut(entropy: Uint8Array): Buffer {
  const checksum = createHash('sha256').update(entropy).digest()
  const bits = Buffer.concat([entropy, checksum.subarray(0, 1)])
  const count = (entropy.length * 8 + entropy.length / 4) / 11
  const spelled = Buffer.alloc(count * 9)
  let length = 0
  for (let word = 0; word < count; word += 1) {
    let index = 0
    for (let bit = word * 11; bit < word * 11 + 11; bit += 1)
      index = (index << 1) | (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    if (word > 0) length += spelled.write(' ', length)
    length += spelled.write(wordlist[index] ?? '', length)
  }
  bits.fill(0)
  checksum.fill(0)
  return spelled.subarray(0, length)
}

function sentence(words: readonly string[]): string {
  return words.map(word => word.trim().toLowerCase()).join(' ')
}
