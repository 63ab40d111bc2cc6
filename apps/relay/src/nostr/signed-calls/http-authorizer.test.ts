import { getToken, hashPayload } from 'nostr-tools/nip98'
import { type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, it } from 'vitest'
import { HttpAuthorizer } from './http-authorizer.ts'

const secret = generateSecretKey()
const address = 'https://relay.example/nip96?page=1'
const request = { method: 'GET', url: '/nip96?page=1' }
const nowSeconds = Math.floor(Date.now() / 1000)
const hash = 'ab'.repeat(32)

const authorizer = new HttpAuthorizer({
  isGenuine: event => verifyEvent(event),
  isOurs: own => URL.parse(own)?.host === 'relay.example',
  now: () => nowSeconds * 1000,
})

const headerOf = (event: unknown) => `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`

function signed(change: Partial<EventTemplate> & { more?: string[][] } = {}) {
  const tags = [['u', address], ['method', 'GET'], ...(change.more ?? [])]
  return finalizeEvent({ kind: 27235, created_at: nowSeconds, content: '', tags, ...change }, secret)
}

const authorize = async (event: unknown, asked = request) =>
  authorizer.authorize({ ...asked, headers: { authorization: headerOf(event) } })

describe('a signed request (NIP-98)', () => {
  it('is accepted from a public client, and good for its minute', async () => {
    const sign = (template: EventTemplate) => finalizeEvent(template, secret)
    const authorization = await getToken(address, 'get', sign, true)
    const signer = authorizer.authorize({ ...request, headers: { authorization } })
    expect(signer.pubkey).toBe(getPublicKey(secret))
    expect(signer.expiresAt).toBeGreaterThan(nowSeconds + 60)
    expect(signer.payload).toBe(null)
    const other = await getToken(address, 'get', sign, true, { some: 'form' })
    const bound = authorizer.authorize({ ...request, headers: { authorization: other } })
    expect(bound.payload).toBe(hashPayload({ some: 'form' }))
  })

  it.each([
    ['hex', hash],
    ['base64, as NIP-96 has it', Buffer.from(hash, 'hex').toString('base64')],
    ['base64url', Buffer.from(hash, 'hex').toString('base64url')],
  ])('names its file in %s', async (_form, payload) => {
    expect(await authorize(signed({ more: [['payload', payload]] }))).toMatchObject({ payload: hash })
  })

  it('reads a token in both alphabets of base64', () => {
    const [usual, ofUrls] = (['base64', 'base64url'] as const).map(alphabet =>
      Buffer.from(JSON.stringify(signed({ content: `??? ${alphabet}` }))).toString(alphabet),
    )
    expect([usual, ofUrls]).toEqual([expect.stringContaining('/'), expect.stringContaining('_')])
    for (const token of [usual, ofUrls]) {
      const { pubkey } = authorizer.authorize({ ...request, headers: { authorization: `Nostr ${token}` } })
      expect(pubkey).toBe(getPublicKey(secret))
    }
  })

  it('is valid once', async () => {
    const event = signed({ content: 'once' })
    await authorize(event)
    await expect(authorize(event)).rejects.toThrow('used before')
    await expect(authorize(signed({ content: 'once' }))).resolves.toBeDefined()
    const again = { ...request, headers: { authorization: headerOf(signed({ content: 'by its id' })) } }
    expect(authorizer.authorize(again, { once: 'id' }).pubkey).toBe(event.pubkey)
    const resigned = { ...request, headers: { authorization: headerOf(signed({ content: 'by its id' })) } }
    expect(() => authorizer.authorize(resigned, { once: 'id' })).toThrow('used before')
  })

  it.each([60, -60])('accepts a clock difference of %i seconds', async seconds => {
    await expect(authorize(signed({ created_at: nowSeconds + seconds }))).resolves.toMatchObject({ payload: null })
  })

  const withTags = (...tags: string[][]) => signed({ tags })
  it.each([
    ['of another kind', signed({ kind: 24242 }), /kind 27235/],
    ['that is too old', signed({ created_at: nowSeconds - 61 }), /60 seconds/],
    ['from the future', signed({ created_at: nowSeconds + 61 }), /60 seconds/],
    ['for another method', withTags(['u', address], ['method', 'DELETE']), /not for GET/],
    ['without a method', withTags(['u', address]), /not for GET/],
    ['for two methods', signed({ more: [['method', 'DELETE']] }), /not for GET/],
    ['without an address', withTags(['method', 'GET']), /another address/],
    ['for two addresses', signed({ more: [['u', 'https://evil.example/']] }), /another address/],
    ['for another server', withTags(['u', 'https://evil.example/nip96?page=1'], ['method', 'GET']), /another address/],
    ['for another path', withTags(['u', 'https://relay.example/upload?page=1'], ['method', 'GET']), /another address/],
    ['for another query', withTags(['u', 'https://relay.example/nip96?page=2'], ['method', 'GET']), /another address/],
    ['without the query', withTags(['u', 'https://relay.example/nip96'], ['method', 'GET']), /another address/],
    ['for a part of a page', withTags(['u', `${address}#x`], ['method', 'GET']), /another address/],
    ['for no address', withTags(['u', 'nip96'], ['method', 'GET']), /another address/],
    ['with a payload that is none', signed({ more: [['payload', 'abc']] }), /no SHA-256/],
    ['with two payloads', signed({ more: [hash, hash].map(one => ['payload', one]) }), /no SHA-256/],
    ['with a wrong signature', { ...signed(), sig: '0'.repeat(128) }, /signature/],
    ['in the name of another', { ...signed(), pubkey: getPublicKey(generateSecretKey()) }, /signature/],
    ['that is no event', { kind: 27235 }, /not an event/],
  ])('%s is refused (PROTO-23)', async (_what, event, reason) => {
    await expect(authorize(event)).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(reason),
    })
  })

  it('must be there', () => {
    expect(() => authorizer.authorize({ ...request, headers: {} })).toThrow(/NIP-98/)
  })
})
