import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getToken } from 'nostr-tools/nip98'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

const files = new Map<string, Uint8Array<ArrayBuffer>>()
const elsewhere = createServer(({ url = '' }, response) => response.end(files.get(url.slice(1))))
beforeAll(() => new Promise<void>(listening => elsewhere.listen(0, '127.0.0.1', listening)))
afterAll(() => void elsewhere.close())

let world: MediaWorld
beforeEach(async () => {
  world = await openMediaWorld({
    maxKb: 4,
    dayLimits: { perKey: 5000, perAddress: 9000 },
    allowsAddress: address => address === '127.0.0.1',
  })
  return () => world.close()
})

type Person = ReturnType<typeof person>
const put = (path: string, body: string | Uint8Array<ArrayBuffer>, authorization: string, from: string) =>
  fetch(`${world.url}${path}`, { method: 'PUT', body, headers: { authorization, 'x-forwarded-for': from } })
const ways = {
  'PUT /upload': (by: Person, file: Uint8Array<ArrayBuffer>, from: string) =>
    put('/upload', file, by.header('upload', [sha256(file)]), from),
  'PUT /mirror': (by: Person, file: Uint8Array<ArrayBuffer>, from: string) => {
    files.set(sha256(file), file)
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/${sha256(file)}`
    return put('/mirror', JSON.stringify({ url }), by.header('upload', [sha256(file)]), from)
  },
  'POST /nip96': async (by: Person, file: Uint8Array<ArrayBuffer>, from: string) => {
    const url = `${world.url}/nip96`
    const body = new FormData()
    body.append('file', new Blob([file], { type: 'image/png' }), 'a.png')
    const authorization = await getToken(url, 'POST', by.signer as never, true)
    return fetch(url, { method: 'POST', body, headers: { authorization, 'x-forwarded-for': from } })
  },
}

it('takes one of two parallel uploads that pass the limit of a day together (SAFE-04)', async () => {
  const by = person()
  const send = (from: string) => ways['PUT /upload'](by, new Uint8Array(png(3000)), from)
  const statuses = (await Promise.all(['203.0.113.7', '203.0.113.8'].map(send))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 429])
})

it.each(Object.entries(ways))(
  'limits what a key and what an address upload in a day by %s (SAFE-03)',
  async (_way, send) => {
    const upload = async (by: Person, from: string) => {
      const answer = await send(by, new Uint8Array(png(3000)), from)
      return answer.ok ? 'taken' : `${answer.status} ${answer.headers.get('x-reason')}`
    }
    const [alice, bob, carol, dave] = [person(), person(), person(), person()]
    for (const by of [alice, bob]) expect(await upload(by, '203.0.113.7')).toBe('taken')
    expect(await upload(alice, '203.0.113.8')).toMatch(/^429 .*this key can upload /)
    expect(await upload(carol, '203.0.113.7')).toBe('taken')
    expect(await upload(dave, '203.0.113.7')).toMatch(/^429 .*your address can upload /)
    expect(await upload(dave, '203.0.113.8')).toBe('taken')
  },
)
