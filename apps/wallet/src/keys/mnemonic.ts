import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Fresh words from the system's randomness: 128 bits for 12, 256 for 24 (BIP 39). */
export function createWords(count: 12 | 24): string[] {
  return generateMnemonic(wordlist, count === 12 ? 128 : 256).split(' ')
}

/** 12 or 24 words of the English list whose checksum is right. Case and spaces around them do not matter. */
export function areWords(words: readonly string[]): boolean {
  return (words.length === 12 || words.length === 24) && validateMnemonic(sentence(words), wordlist)
}

/** What the words stand for, in 16 or 32 bytes. */
export function entropyOfWords(words: readonly string[]): Uint8Array {
  return mnemonicToEntropy(sentence(words), wordlist)
}

export function wordsOfEntropy(entropy: Uint8Array): string[] {
  return entropyToMnemonic(entropy, wordlist).split(' ')
}

/** 64 bytes; PBKDF2 with 2,048 rounds (BIP 39). */
export function seedOfWords(words: readonly string[], passphrase: string): Promise<Uint8Array> {
  return mnemonicToSeed(sentence(words), passphrase)
}

function sentence(words: readonly string[]): string {
  return words.map(word => word.trim().toLowerCase()).join(' ')
}
