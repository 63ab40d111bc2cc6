import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { generateSecretKey, getPublicKey, nip19 } from 'nostr-tools'
import { expect, it } from 'vitest'
import { publicKeyOf, toPrivateKey, toPubkeyHex } from './nostr-keys.ts'

const secretKey = generateSecretKey()
const pubkey = getPublicKey(secretKey)

it.each([
  ['an nsec', nip19.nsecEncode(secretKey)],
  ['a note id', nip19.noteEncode(pubkey)],
  ['an nprofile', nip19.nprofileEncode({ pubkey })],
  ['half a key', pubkey.slice(0, 32)],
  ['no point on the curve', 'f'.repeat(64)],
  ['nothing', ''],
])('rejects %s as a public key', (_name, given) => {
  expect(toPubkeyHex(given)).toBeNull()
})

it.each([
  ['an npub', nip19.npubEncode(pubkey)],
  ['zero', '0'.repeat(64)],
  ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
])('rejects %s as a private key', (_name, given) => {
  expect(toPrivateKey(given)).toBeNull()
})

it('both forms of a key are the same key (NIP-19)', () => {
  expect([toPubkeyHex(nip19.npubEncode(pubkey)), toPubkeyHex(pubkey.toUpperCase())]).toEqual([pubkey, pubkey])
  const hex = bytesToHex(secretKey)
  expect([toPrivateKey(nip19.nsecEncode(secretKey)), toPrivateKey(hex.toUpperCase())]).toEqual([secretKey, secretKey])
  expect(publicKeyOf(secretKey)).toBe(pubkey)
})

it('the public key of a private key is the X that BIP-340 gives it', () => {
  for (let tries = 0; tries < 50; tries++) {
    const secret = schnorr.utils.randomSecretKey()
    expect(publicKeyOf(secret)).toBe(bytesToHex(schnorr.getPublicKey(secret)))
  }
})
