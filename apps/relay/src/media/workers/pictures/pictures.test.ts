import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SignedLinks } from '../../library/links/signed-links.ts'
import { RemoteFiles } from '../../library/uploads/remote-file.ts'
import { Thumbnailer } from '../thumbnails/thumbnailer.ts'
import { PictureCache } from './picture-cache.ts'
import { PictureProxy } from './picture-proxy.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const closing: (() => unknown)[] = []
let folder: string
let now = Date.UTC(2026, 0, 1)
let requests = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-pictures-'))
  closing.push(() => rm(folder, { recursive: true }))
  now = Date.UTC(2026, 0, 1)
  requests = 0
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const openCache = (limits: Partial<{ bytesMax: number; filesMax: number }> = {}) =>
  new PictureCache({ folder, bytesMax: 2 ** 20, filesMax: 100, now: () => now, ...limits })

async function openProxy(options: { limitMs?: number; hasRoom?: boolean; own?: Record<string, Buffer> } = {}) {
  const links = new SignedLinks(() => now)
  const proxy = new PictureProxy({
    cache: openCache(),
    links,
    remoteFiles: new RemoteFiles({ wayOut: directWayOut, allows: address => address === '127.0.0.1' }),
    thumbnailer: new Thumbnailer({ logger }),
    ownThumbnail: async hash => options.own?.[hash] ?? null,
    addressesOf: async () => new Map(),
    freeSpace: { hasRoomFor: () => options.hasRoom ?? true },
    logger,
    limits: { bytesMax: 200_000, limitMs: options.limitMs ?? 5000 },
  })
  closing.push(() => proxy.close())
  return {
    links,
    proxy,
    async read(address: string): Promise<Buffer> {
      const query = new URL(proxy.linkTo(address), 'http://relay').searchParams
      return proxy.read(String(query.get('address')), {
        until: String(query.get('until')),
        key: String(query.get('key')),
      })
    },
  }
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise(closed => server.close(closed).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/face.png`
}
const faceOf = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
const missing = { code: 'not_found', message: 'This image cannot be shown' }

describe('refused', () => {
  it('an invalid link, one for another image, and an expired one', async () => {
    const { proxy, links } = await openProxy()
    const [until = '', key = ''] = links
      .proofOf('http://one.example/a')
      .split('&')
      .map(part => part.split('=')[1])
    const refusal = { code: 'forbidden' }
    await expect(proxy.read('http://one.example/b', { until, key })).rejects.toMatchObject(refusal)
    await expect(proxy.read('http://one.example/a', { until: String(Number(until) + 1), key })).rejects.toMatchObject(
      refusal,
    )
    now += 3 * 3_600_000
    await expect(proxy.read('http://one.example/a', { until, key })).rejects.toMatchObject(refusal)
  })

  it.each(['http://10.0.0.1/a.png', 'http://[::1]/a.png', 'http://printer.local/a.png', 'file:///etc/passwd', 'x'])(
    'addresses outside the public internet: %s',
    async address => {
      const { read } = await openProxy()
      await expect(read(address)).rejects.toMatchObject(missing)
    },
  )

  it('a redirect into a private network', async () => {
    const { read } = await openProxy()
    const address = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
    )
    await expect(read(address)).rejects.toMatchObject(missing)
    expect(requests).toBe(1)
  })

  it.each([
    ['another type', 'text/html', Buffer.from('<h1>Hi</h1>')],
    ['an SVG', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG that claims to be a PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['noise', 'image/png', randomBytes(500)],
    ['too many bytes', 'image/png', randomBytes(300_000)],
  ])('%s, of which nothing stays on disk', async (_name, type, bytes) => {
    const { read } = await openProxy()
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': type })
      response.write(bytes)
      response.end()
    })
    await expect(read(address)).rejects.toMatchObject(missing)
    expect(await readdir(folder)).toEqual([])
    await expect(read(address)).rejects.toMatchObject(missing)
    expect(requests).toBe(1)
  })

  it('a server that never ends, within the time limit', async () => {
    const { read } = await openProxy({ limitMs: 100 })
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write('a')
    })
    await expect(read(address)).rejects.toMatchObject(missing)
    const silent = await serve(() => {})
    await expect(read(silent)).rejects.toMatchObject(missing)
    expect(await readdir(folder)).toEqual([])
  })

  it('everything while the disk is full', async () => {
    const { read } = await openProxy({ hasRoom: false })
    const address = await serve((_request, response) => response.end())
    await expect(read(address)).rejects.toMatchObject(missing)
    expect(requests).toBe(0)
  })
})

describe('an image on another server', () => {
  it('is made small, fetched once for all who look, and kept beyond a restart', async () => {
    const { read } = await openProxy()
    const face = await faceOf(900)
    const address = await serve((_request, response) => response.end(face))
    const [first, second] = await Promise.all([read(address), read(address)])
    expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
    expect(second).toEqual(first)
    const later = await openProxy()
    expect(await later.read(address)).toEqual(first)
    expect(requests).toBe(1)
  })

  it('is fetched again after a week, and the old one stays if that fails', async () => {
    const { read } = await openProxy()
    let face: Buffer | null = await faceOf(90)
    const address = await serve((_request, response) => (face ? response.end(face) : response.writeHead(500).end()))
    await read(address)
    now += 8 * 86_400_000
    face = await faceOf(60)
    const second = await read(address)
    expect(await sharp(second).metadata()).toMatchObject({ width: 60 })
    now += 8 * 86_400_000
    face = null
    expect(await read(address)).toEqual(second)
    expect(requests).toBe(3)
  })

  it('comes from here if its address names a file that is stored here', async () => {
    const hash = 'ab'.repeat(32)
    const { read } = await openProxy({ own: { [hash]: Buffer.from('own') } })
    expect(String(await read(`https://files.example/${hash}.png`))).toBe('own')
  })
})

describe('the cache', () => {
  it('keeps to its bound in bytes and files, also over what an earlier run left', async () => {
    const cache = openCache({ bytesMax: 1000 })
    for (let at = 0; at < 20; at += 1) await cache.write(`http://one.example/${at}`, Buffer.alloc(100))
    await expect.poll(async () => (await readdir(folder)).length).toBe(10)
    expect(await cache.read('http://one.example/0')).toBeNull()
    expect((await cache.read('http://one.example/19'))?.webp.length).toBe(100)
    await openCache({ filesMax: 4 }).read('http://nowhere/')
    await expect.poll(async () => (await readdir(folder)).length).toBe(4)
  })
})
