import { Readable } from 'node:stream'
import type { Opener } from '@hornets/server/outgoing/guarded-json'
import { nprofileEncode, npubEncode } from 'nostr-tools/nip19'
import { expect, test } from 'vitest'
import { readPubkey } from './entry-value.ts'
import { findNameBy } from './find-name.ts'

const hex = 'ab'.repeat(32)
const asked: string[] = []
/** The server of example.com, which knows one name. */
const requests: Opener = {
  open: async url => {
    asked.push(url.href)
    const body = JSON.stringify({ names: { alice: hex, _: hex } })
    return Object.assign(Readable.from([Buffer.from(body)]), { statusCode: 200 }) as never
  },
}

test('takes a public key as hex, npub, nprofile or NIP-05 name, and gives it as hex (ACCESS-17)', async () => {
  const read = (given: string) => readPubkey(given, findNameBy(requests))
  const forms = [hex, hex.toUpperCase(), npubEncode(hex), `nostr:${npubEncode(hex)}`, nprofileEncode({ pubkey: hex })]
  for (const given of [...forms, 'alice@example.com', 'example.com']) expect(await read(given)).toEqual({ value: hex })
  expect(asked).toEqual([
    'https://example.com/.well-known/nostr.json?name=alice',
    'https://example.com/.well-known/nostr.json?name=_',
  ])
  for (const given of ['alice', 'npub1nonsense', 'bob@example.com']) expect(await read(given)).toHaveProperty('error')
})
