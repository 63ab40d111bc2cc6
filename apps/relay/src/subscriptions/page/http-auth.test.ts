import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, it } from 'vitest'
import { UsedOnce } from '../../nostr/used-once.ts'
import { signerOf } from './http-auth.ts'

const secret = generateSecretKey()
const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
const parts = {
  isGenuine: (event: Parameters<typeof verifyEvent>[0]) => verifyEvent(event),
  isOurs: (address: string) => address === 'https://relay.example',
  now: () => clock.now,
} as unknown as Parameters<typeof signerOf>[2]
const call = { method: 'GET', path: '/subscribe/account', used: new UsedOnce(() => clock.now) }

function header() {
  const tags = [
    ['u', 'https://relay.example/subscribe/account'],
    ['method', 'GET'],
  ]
  const event = finalizeEvent({ kind: 27_235, created_at: clock.now / 1000, tags, content: '' }, secret)
  return `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
}

it('takes each signature once (NIP-98), to the end of its minute', () => {
  const first = header()
  expect(signerOf(first, call, parts)).toBe(getPublicKey(secret))
  expect(() => signerOf(first, call, parts)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  expect(signerOf(header(), call, parts)).toBe(getPublicKey(secret))
  for (const later of [60_000, 60_001]) {
    clock.now += later - (later > 60_000 ? 60_000 : 0)
    expect(() => signerOf(first, call, parts)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  }
})
