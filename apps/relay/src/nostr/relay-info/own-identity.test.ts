import { expect, it } from 'vitest'
import { publicKeyOf } from '../../keys/nostr-keys.ts'
import { ownIdentity } from './own-identity.ts'

let key = new Uint8Array(32).fill(0xaa)
const read = { relayKey: () => key }

it("the relay's own key follows the settings", () => {
  const { pubkey } = ownIdentity(read, () => [])
  expect(pubkey()).toBe(publicKeyOf(key))
  key = new Uint8Array(32).fill(0xbb)
  expect(pubkey()).toBe(publicKeyOf(key))
})

it('only a public address names the relay, by its host and port', () => {
  const { isNamed } = ownIdentity(read, () => ['wss://relay.example:8443'])
  expect(['wss://Relay.example:8443/', 'https://relay.example:8443'].every(isNamed)).toBe(true)
  const others = [
    'wss://relay.example',
    'wss://relay.example.evil:8443',
    'ws://localhost:8443',
    'relay.example:8443',
    '',
  ]
  expect(others.filter(isNamed)).toEqual([])
  expect(ownIdentity(read, () => []).isNamed('ws://127.0.0.1')).toBe(false)
})
