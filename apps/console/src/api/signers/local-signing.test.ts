import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { npubEncode } from 'nostr-tools/nip19'
import { expect, it } from 'vitest'
import { signLocally } from './local-signing.ts'

/** The key pair from NIP-19's examples. */
const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5'
const publicKey = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
const encode = (prefix: string, bytes: Uint8Array) => bech32.encodeFromBytes(prefix, bytes)

it.each([
  ['nothing', ''],
  ['a hex key', '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'],
  ['a wrong checksum', nsec.replace(/5$/, '6')],
  ['a public key', npubEncode(publicKey)],
  ['too few bytes', encode('nsec', new Uint8Array(31).fill(1))],
])('AUTH-56: rejects %s as a private key', (_, key) => {
  expect(() => signLocally('hello', key)).toThrow('Failed to deserialize private key')
})

it.each([
  ['zero', new Uint8Array(32)],
  ['beyond the order of the curve', new Uint8Array(32).fill(255)],
])('AUTH-57: with a key that is %s nothing can be signed', (_, bytes) => {
  expect(() => signLocally('hello', encode('nsec', bytes))).toThrow('Failed to sign message')
})

it('AUTH-55: hashes by SHA-256 and signs the hash, so that the public key of the pair proves it', () => {
  const { messageHash, signature } = signLocally('abc', nsec)
  // FIPS 180-2, B.1
  expect(messageHash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  // Of the bytes in UTF-8.
  expect(signLocally('ü', nsec).messageHash).toBe('607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f')
  expect(signature).toMatch(/^[0-9a-f]{128}$/)
  expect(schnorr.verify(hexToBytes(signature), hexToBytes(messageHash), hexToBytes(publicKey))).toBe(true)
})
