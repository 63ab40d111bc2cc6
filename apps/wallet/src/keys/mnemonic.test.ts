import { expect, test } from 'vitest'
import { areWords, createWords, entropyOfWords, seedOfWords, wordsOfEntropy } from './mnemonic.ts'

/** Test vectors of BIP 39, all with the passphrase TREZOR: entropy, words, seed. */
const vectors = [
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
  ],
  [
    '0000000000000000000000000000000000000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon art',
    'bda85446c68413707090a52022edd26a1c9462295029f2e60cd7c4f2bbd3097170af7a4d73245cafa9c3cca8d561a7c3de6f5d4a10be8ed2a5e608d68f92fcc8',
  ],
] as const

test('words with a wrong checksum, of another list or another number are none', () => {
  expect(areWords('zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo'.split(' '))).toBe(false)
  expect(areWords('abandon abandon abandon'.split(' '))).toBe(false)
  expect(areWords([])).toBe(false)
  expect(areWords(Array<string>(12).fill('hornet'))).toBe(false)
})

test.each(vectors)('BIP 39: %s', async (entropy, words, seed) => {
  const list = words.split(' ')
  expect(areWords(list)).toBe(true)
  expect(Buffer.from(entropyOfWords(list)).toString('hex')).toBe(entropy)
  expect(wordsOfEntropy(Buffer.from(entropy, 'hex'))).toEqual(list)
  expect(Buffer.from(await seedOfWords(list, 'TREZOR')).toString('hex')).toBe(seed)
})

test('words are read whatever their case and the spaces around them', () => {
  expect(areWords(vectors[1][1].split(' ').map(word => ` ${word.toUpperCase()} `))).toBe(true)
})

test('created words are right and never the same', () => {
  const created = [createWords(12), createWords(12), createWords(24)]
  expect(created.map(words => words.length)).toEqual([12, 12, 24])
  expect(created.every(areWords)).toBe(true)
  expect(created[0]).not.toEqual(created[1])
})
