import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RelaySettings, relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { isPublicAddress } from '@hornets/server/outgoing/public-address'
import { Actions, createUploadAuth } from 'blossom-client-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkMediaType } from '../../src/policy/relay-mode.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  world = await openMediaWorld({ maxKb: 256, allowsAddress: address => address === '127.0.0.1' })
})
afterEach(async () => {
  await world.close()
  for (const close of closing.splice(0)) await close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise(closed => server.close(closed).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const mirror = (url: unknown, header: string) =>
  fetch(`${world.url}/mirror`, { method: 'PUT', headers: { authorization: header }, body: JSON.stringify({ url }) })
const reasonOf = async (answer: Response) => [answer.status, answer.headers.get('x-reason')]

async function expectNothingKept() {
  await expect.poll(() => world.filesOnDisk()).toEqual([])
  expect(await world.database.reads.selectFrom('files').selectAll().execute()).toEqual([])
}

describe('BUD-04: refused (BLOSSOM-03)', () => {
  test.each([
    'http://10.0.0.1/a',
    'http://127.0.0.2/a',
    'http://[::1]/a',
    'http://[::ffff:10.0.0.1]/a',
    'http://0x7f000002/a',
    'http://localhost/a',
    'http://printer.local/a',
    'http://2130706434/a',
  ])('leads to a private network: %s', async url => {
    const answer = await mirror(url, alice.header('upload', ['a'.repeat(64)]))
    expect(await reasonOf(answer)).toEqual([400, 'The address leads to a private network'])
  })

  test('a redirect that leads there, and one without an end', async () => {
    const there = await serve((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    const header = alice.header('upload', ['a'.repeat(64)])
    expect(await reasonOf(await mirror(there, header))).toEqual([400, 'The address leads to a private network'])
    const round = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
    expect(await reasonOf(await mirror(round, header))).toEqual([502, 'Too many redirects'])
  })

  test('refuses missing addresses, other schemes, passwords and malformed bodies', async () => {
    const header = alice.header('upload', ['a'.repeat(64)])
    for (const url of [5, 'nothing', 'file:///etc/passwd', 'http://a:b@127.0.0.1/'])
      expect((await mirror(url, header)).status, String(url)).toBe(400)
    const headers = { authorization: header }
    expect((await fetch(`${world.url}/mirror`, { method: 'PUT', headers, body: 'x'.repeat(5000) })).status).toBe(413)
  })

  test('another content or server than the authorization names, no content, and what is too large, with nothing kept (BLOSSOM-07, SAVE-15)', async () => {
    const bytes = png(1000)
    const other = await serve((_request, response) => response.end(bytes))
    expect((await mirror(other, alice.header('upload', ['a'.repeat(64)]))).status).toBe(409)
    expect((await mirror(other, alice.header('delete', [sha256(bytes)]))).status).toBe(403)
    const elsewhere = alice.header('upload', [sha256(bytes)], ({ tags }) => void tags.push(['server', 'other.example']))
    expect((await mirror(other, elsewhere)).status).toBe(403)
    const missing = await serve((_request, response) => response.writeHead(404).end())
    expect(await reasonOf(await mirror(missing, alice.header('upload', [sha256(bytes)])))).toEqual([
      502,
      'The remote server returned 404',
    ])
    const endless = await serve((_request, response) => {
      const more = () => {
        while (response.write(bytes));
        response.once('drain', more)
      }
      more()
    })
    expect((await mirror(endless, alice.header('upload', [sha256(bytes)]))).status).toBe(413)
    await expectNothingKept()
  })

  test('a server that falls off in the middle leaves nothing', async () => {
    const bytes = png(9000)
    const broken = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '9000' })
      response.write(bytes.subarray(0, 4000), () => response.destroy())
    })
    const answer = await mirror(broken, alice.header('upload', [sha256(bytes)]))
    expect(await reasonOf(answer)).toEqual([502, 'The other server broke off'])
    await expectNothingKept()
  })
})

test('BUD-04, BUD-08: a public Blossom client mirrors a file from a public server, and none from a private one (BLOSSOM-03, BLOSSOM-05)', async () => {
  const bytes = png(50_000)
  const sha = sha256(bytes)
  const origin = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
  )
  const blob = { url: `${origin}/${sha}.png`, sha256: sha, size: bytes.length, type: 'image/png', uploaded: 1 }
  const onAuth = (_server: string, hash: string) => createUploadAuth(alice.signer, hash)
  const descriptor = await Actions.mirrorBlob(world.url, blob, { onAuth })
  expect(descriptor).toMatchObject({ sha256: sha, size: 50_000, type: 'image/png', url: `${world.url}/${sha}.png` })
  expect((descriptor as { nip94?: unknown }).nip94).toEqual(
    expect.arrayContaining([
      ['url', descriptor.url],
      ['m', 'image/png'],
      ['x', sha],
      ['size', '50000'],
    ]),
  )
  const got = await fetch(descriptor.url)
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  const inside = blob.url.replace('127.0.0.1', '127.0.0.2')
  expect(await reasonOf(await mirror(inside, alice.header('upload', [sha])))).toEqual([
    400,
    'The address leads to a private network',
  ])
  expect(await Actions.listBlobs(world.url, alice.pubkey)).toHaveLength(1)
})

test('BUD-04: takes the type of a file that has none from the extension of its URL', async () => {
  const origin = await serve(({ url }, response) => response.end(`#EXTM3U ${url?.split('?')[0]}`))
  const types: Record<string, string> = { '/list.m3u8': 'application/vnd.apple.mpegurl', '/page.js': 'text/javascript' }
  for (const [path, type] of Object.entries(types)) {
    const sha = sha256(Buffer.from(`#EXTM3U ${path}`))
    const answer = await mirror(`${origin}${path}?a=1`, alice.header('upload', [sha]))
    const { url } = (await answer.json()) as { url: string }
    expect([answer.status, url.split('.').at(-1)]).toEqual([201, path.split('.').at(-1)])
    const got = await fetch(url)
    expect([got.headers.get('content-type'), got.headers.get('content-disposition')]).toEqual([
      type,
      expect.stringMatching(/^attachment/),
    ])
  }
})

test('BUD-04: mirrors no file of a type that the mode refuses (ADMIT-03, ADMIT-05)', async () => {
  const text = Buffer.from('a text from elsewhere')
  const files = new Map([
    [text, 'text/plain'],
    [png(2000), 'image/png'],
  ])
  const lists: Partial<RelaySettings>[] = [
    { mode: 'whitelist', MimeTypeWhitelist: ['image/*'] },
    { mode: 'blacklist', MimeTypeBlacklist: ['text/plain'] },
  ]
  for (const settings of lists) {
    world.policy.judge = ({ mime }) => checkMediaType(mime, { ...relaySettingsDefaults, ...settings })
    const answers: unknown[] = []
    for (const [bytes, type] of files) {
      const origin = await serve((_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes))
      answers.push(await reasonOf(await mirror(`${origin}/file`, alice.header('upload', [sha256(bytes)]))))
    }
    expect(answers).toEqual([
      [415, 'blocked: files of type text/plain are not accepted here'],
      [expect.toBeOneOf([200, 201]), null],
    ])
    expect((await fetch(`${world.url}/${sha256(text)}`)).status).toBe(404)
  }
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['::ffff:192.168.1.1', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:a00:1::', false],
  ['relay.example', false],
])('%s is public: %s (BLOSSOM-03)', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))
