import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { generateSecretKey, getPublicKey, nip19 } from 'nostr-tools'
import { expect, it } from 'vitest'
import { publicKeyOf, toPrivateKeyHex, toPubkeyHex } from './nostr-keys.ts'

const secretKey = generateSecretKey()
const pubkey = getPublicKey(secretKey)

it.each([
  ['an nsec', nip19.nsecEncode(secretKey)],
  ['a note id', nip19.noteEncode(pubkey)],
  ['an nprofile', nip19.nprofileEncode({ pubkey })],
  ['half a key', pubkey.slice(0, 32)],
  ['no point on the curve', 'f'.repeat(64)],
  ['nothing', ''],
])('%s is no public key', (_name, given) => {
  expect(toPubkeyHex(given)).toBeNull()
})

it.each([
  ['an npub', nip19.npubEncode(pubkey)],
  ['zero', '0'.repeat(64)],
  ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
])('%s is no private key', (_name, given) => {
  expect(toPrivateKeyHex(given)).toBeNull()
})

it('both forms of a key are the same hex (NIP-19)', () => {
  expect([toPubkeyHex(nip19.npubEncode(pubkey)), toPubkeyHex(pubkey.toUpperCase())]).toEqual([pubkey, pubkey])
  const hex = bytesToHex(secretKey)
  expect([toPrivateKeyHex(nip19.nsecEncode(secretKey)), toPrivateKeyHex(hex.toUpperCase())]).toEqual([hex, hex])
  expect(publicKeyOf(hex)).toBe(pubkey)
})

it('the public key of a private key is the X that BIP-340 gives it', () => {
  for (let tries = 0; tries < 50; tries++) {
    const secret = schnorr.utils.randomSecretKey()
    expect(publicKeyOf(bytesToHex(secret))).toBe(bytesToHex(schnorr.getPublicKey(secret)))
  }
})
