import { nip19 } from 'nostr-tools'
import { expect, it } from 'vitest'
import { hexOfNpubStart } from './sought-targets.ts'

const hex = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'
const npub = nip19.npubEncode(hex)

it.each([
  ['a whole npub', npub, hex],
  ['a link to one', `nostr:${npub}`, hex],
  ['one as it is shown', `${npub.slice(0, 10)}…${npub.slice(-6)}`, hex.slice(0, 6)],
  ['the beginning of one', npub.slice(0, 21), hex.slice(0, 20)],
])('reads the key of %s', (_name, text, key) => expect(hexOfNpubStart(text)).toBe(key))

it.each(['npub1', 'npub1bio', 'ada', hex, `note${npub.slice(4)}`, `${npub}!`])('reads no key of %s', text =>
  expect(hexOfNpubStart(text)).toBeUndefined(),
)
