import { Actions } from 'blossom-client-sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const ann = person()
beforeAll(async () => {
  world = await openMediaWorld({ maxKb: 8192 })
})
afterAll(() => world.close())

const camera = { IFD0: { Make: 'Leica' }, IFD3: { GPSLatitudeRef: 'N' } }
const photo = () =>
  sharp({ create: { width: 5000, height: 2500, channels: 3, background: '#a33' } })
    .withMetadata({ exif: camera, orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()

const put = (bytes: Uint8Array, header: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/media`, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: header, ...headers },
  })
const ask = (header: string, headers: Record<string, string>) =>
  fetch(`${world.url}/media`, { method: 'HEAD', headers: { authorization: header, ...headers } })
const load = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const unfinished = async () => (await world.filesOnDisk()).filter(path => /^(optimising|incoming)/.test(path))

describe('an upload to be optimised (BUD-05) is refused', () => {
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(2000)])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  it.each([
    ['a film', mp4, 'video/mp4', 415, /Only pictures/],
    ['a film that is called a picture', mp4, 'image/jpeg', 415, /Only pictures/],
    ['a drawing that is a document', svg, 'image/svg+xml', 415, /Only pictures/],
    ['a broken image', png(2000), 'image/png', 422, /cannot be read/],
    ['nothing', Buffer.alloc(0), 'image/png', 400, /empty/],
  ])('as %s', async (_what, bytes, type, status, reason) => {
    const by = person()
    const answer = await put(bytes, by.header('media', [sha256(bytes)]), { 'content-type': type })
    expect([answer.status, answer.headers.get('x-reason')]).toEqual([status, expect.stringMatching(reason)])
    expect(await unfinished()).toEqual([])
    expect(await (await fetch(`${world.url}/list/${by.pubkey}`)).json()).toEqual([])
  })

  it('without a signature for it or with one for another server, and with another hash than announced (BLOSSOM-07)', async () => {
    const bytes = await photo()
    const hash = sha256(bytes)
    expect((await put(bytes, ann.header('delete', [hash]))).status).toBe(403)
    expect((await put(bytes, ann.header('upload', [hash]))).status).toBe(403)
    const elsewhere = ann.header('media', [hash], ({ tags }) => void tags.push(['server', 'other.example']))
    expect((await put(bytes, elsewhere)).status).toBe(403)
    expect((await put(bytes, ann.header('media', ['0'.repeat(64)]))).status).toBe(409)
    const wrong = ann.header('media', ['0'.repeat(64)])
    expect((await put(bytes, wrong, { 'x-sha-256': '0'.repeat(64) })).status).toBe(409)
    expect(await unfinished()).toEqual([])
  })

  it('before it is sent', async () => {
    const hash = '1'.repeat(64)
    const header = ann.header('media', [hash])
    const told = { 'x-sha-256': hash, 'x-content-length': '1000' }
    expect((await ask(header, { ...told, 'x-content-type': 'video/mp4' })).status).toBe(415)
    expect((await ask(header, { ...told, 'x-content-length': '99999999999' })).status).toBe(413)
    expect((await ask(header, { 'x-sha-256': hash })).status).toBe(411)
    expect((await ask(header, { ...told, 'x-content-type': 'image/jpeg' })).status).toBe(200)
  })
})

it('gives a public Blossom client a smaller, upright image without camera data, and keeps no original (BLOSSOM-05)', async () => {
  const bytes = await photo()
  const onAuth = (_server: string, hash: string) =>
    ann.signer({
      kind: 24_242,
      created_at: Math.floor(Date.now() / 1000) - 1,
      content: 'Optimise a photo',
      tags: [
        ['t', 'media'],
        ['x', hash],
        ['expiration', String(Math.floor(Date.now() / 1000) + 60)],
      ],
    })
  const blob = new Blob([bytes], { type: 'image/jpeg' })
  const descriptor = await Actions.uploadMedia(world.url, blob, { onAuth })
  expect(descriptor).toMatchObject({ type: 'image/jpeg', sha256: expect.not.stringMatching(sha256(bytes)) })
  expect(descriptor.size).toBeLessThan(bytes.length)
  expect(descriptor).toMatchObject({
    nip94: expect.arrayContaining([
      ['ox', sha256(bytes)],
      ['x', descriptor.sha256],
      ['dim', '2048x4096'],
    ]),
  })
  const made = await load(descriptor.url)
  expect(sha256(made)).toBe(descriptor.sha256)
  const facts = await sharp(made).metadata()
  expect(facts).toMatchObject({ width: 2048, height: 4096 })
  expect([facts.exif, facts.xmp, facts.iptc, facts.icc, facts.orientation]).toEqual(Array(5).fill(undefined))
  expect(made.includes('Leica')).toBe(false)
  expect((await fetch(`${world.url}/${sha256(bytes)}`)).status).toBe(404)
  expect(await unfinished()).toEqual([])
  const again = await put(bytes, ann.header('media', [sha256(bytes)]))
  expect([again.status, ((await again.json()) as { sha256: string }).sha256]).toEqual([200, descriptor.sha256])
})

it('strips data after an image, and keeps animations', async () => {
  const frames = [0, 1, 2].map(shade => ({ r: shade * 90, g: 0, b: 0 }))
  const inputs = await Promise.all(
    frames.map(background =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const gif = await sharp(inputs, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
  const bytes = Buffer.concat([gif, Buffer.from('PK\x03\x04 a zip behind it', 'latin1')])
  const answer = await put(bytes, ann.header('media', [sha256(bytes)]), { 'content-type': 'image/gif' })
  const { url, type, nip94 } = (await answer.json()) as { url: string; type: string; nip94: string[][] }
  const made = await load(url)
  expect(type).toBe('image/webp')
  expect(nip94).toContainEqual(['dim', '40x30'])
  expect((await sharp(made).metadata()).pages).toBe(3)
  expect(made.includes('a zip behind it')).toBe(false)
})
