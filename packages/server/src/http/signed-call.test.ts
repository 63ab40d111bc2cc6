import { expect, test } from 'vitest'
import { checkSignedCall, signBody, signedHeaders } from './signed-call.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const body = Buffer.from('{"pubkeys":[]}')

function checker(apiKey: string | null = 'key', at = nowMs) {
  const used = new Set<string>()
  const useOnce = (signature: string) => !used.has(signature) && Boolean(used.add(signature))
  return (headers: Record<string, string>, bytes = body) =>
    checkSignedCall(headers, bytes, { apiKey, nowMs: at, useOnce, refusal: 'no' }).then(
      () => 'taken',
      (error: Error) => error.message,
    )
}

test('without a signature, with another key or another body it is refused', async () => {
  const check = checker()
  expect(await check({})).toBe('no')
  expect(await check(signedHeaders('other', body.toString(), nowMs))).toBe('no')
  expect(await check(signedHeaders('key', body.toString(), nowMs), Buffer.from('{"pubkeys":[1]}'))).toBe('no')
  expect(await checker(null)(signedHeaders('', body.toString(), nowMs))).toBe('no')
})

test('fault 13: a timestamp of another call, of the past or of the future is refused', async () => {
  const check = checker()
  const headers = signedHeaders('key', body.toString(), nowMs)
  expect(await check({ ...headers, 'x-timestamp': '2026-11-20T12:00:01.000Z' })).toBe('no')
  for (const off of [-300_001, 300_001])
    expect(await check(signedHeaders('key', body.toString(), nowMs + off))).toBe('no')
  const notRfc3339 = 'Fri, 20 Nov 2026 12:00:00 GMT'
  expect(await check({ 'x-timestamp': notRfc3339, 'x-signature': signBody('key', notRfc3339, body) })).toBe('no')
})

test('fault 13: a signature is good once', async () => {
  const check = checker()
  const headers = signedHeaders('key', body.toString(), nowMs)
  expect(await check(headers)).toBe('taken')
  expect(await check(headers)).toBe('no')
})

test('a right signature is taken within five minutes either way', async () => {
  for (const off of [-299_000, 0, 299_000])
    expect(await checker()(signedHeaders('key', body.toString(), nowMs + off))).toBe('taken')
})
