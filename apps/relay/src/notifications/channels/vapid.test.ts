import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeVapidKeys, vapidHeader } from './vapid.ts'

const keyOf = (publicKey: string) => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}
const read = (header: string) => {
  const [, head = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: keyOf(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { head: parse(head), claims: parse(claims), publicKey, isRight }
}

it('RFC 8292, 2.4: the example of the standard is read and right', () => {
  const header =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(read(header)).toMatchObject({ isRight: true, claims: { aud: 'https://push.example.net' } })
})

it('a token names the push service, ends within a day and is signed with the key that it names', () => {
  const now = Date.UTC(2026, 0, 1)
  for (let turn = 0; turn < 20; turn++) {
    const keys = makeVapidKeys()
    const contact = 'mailto:bee@hive.example'
    const { head, claims, publicKey, isRight } = read(
      vapidHeader(keys, new URL('https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV'), { contact, now }),
    )
    expect(head).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(claims).toEqual({ aud: 'https://push.example.net', exp: now / 1000 + 43_200, sub: contact })
    expect([publicKey, isRight]).toEqual([keys.publicKey, true])
    expect(Buffer.from(keys.privateKey, 'base64url').length).toBe(32)
  }
})
