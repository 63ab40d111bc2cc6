import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { createLogger } from '@hornets/server/process/logger'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFilmPrograms } from '../../src/media/workers/thumbnails/film-programs.ts'
import { Thumbnailer } from '../../src/media/workers/thumbnails/thumbnailer.ts'
import { type Relay, startRelay } from '../harness.ts'
import { person, sha256 } from './media-world.ts'

const programFolders = (process.env.PATH ?? '').split(':')
const programs = await findFilmPrograms(programFolders)
let relay: Relay
let token: string
const ann = person()
beforeAll(async () => {
  relay = await startRelay({ config: { programFolders } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

async function put(bytes: Uint8Array, type: string) {
  const answer = await fetch(`${relay.publicUrl.replace(/^ws/, 'http')}/upload`, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: ann.header('upload', [sha256(bytes)]), 'content-type': type },
  })
  expect(answer.status).toBe(201)
  await relay.context.media.thumbnails.settled()
  return (await relay.call(`/api/files?q=${sha256(bytes)}`, { token })).body.data[0]
}

/** A PNG with arbitrary values in its header and little content. */
function pngOf(width: number, height: number, content: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const end = [chunk('IHDR', head), chunk('IDAT', deflateSync(content)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...end])
}
function crc(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

describe('spends little on files that are not images, without a thumbnail', () => {
  it.each([
    ['60,000 × 60,000 pixels', () => pngOf(60_000, 60_000, Buffer.alloc(1_000_000)), 'image/png'],
    ['a broken one', () => pngOf(400, 400, randomBytes(100)), 'image/png'],
    [
      'noise behind a PNG’s first bytes',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(5000)]),
      'image/png',
    ],
    [
      'an SVG, which is a document',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image/svg+xml',
    ],
  ])('%s', async (_name, make, type) => {
    const started = performance.now()
    const before = process.memoryUsage.rss()
    const file = await put(make(), type)
    expect(file).toMatchObject({ ThumbnailUrl: '', Content: '', Thumbhash: '' })
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20)
  })

  it('of a GIF of 100,000 frames in a canvas of 60,000 × 60,000 one frame is read', async () => {
    const started = performance.now()
    const file = await put(hugeGif(), 'image/gif')
    expect(file.Width * file.Height).toBeLessThan(64_000_000)
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('a file that takes too long is given up, and the next one is made all the same', async () => {
    const path = join(relay.dataDir, 'noise.png')
    await writeFile(path, await noise(3000, 3000).png().toBuffer())
    const logger = createLogger({ name: 'test', level: 'silent' })
    const hasty = new Thumbnailer({ logger, limitMs: 1 })
    expect(await hasty.make(path)).toBe('ended')
    hasty.close()
    const usual = new Thumbnailer({ logger })
    expect(await usual.make(path)).toMatchObject({ width: 3000, height: 3000 })
    usual.close()
  })
})

describe('an image', () => {
  it('gets a WebP of at most 320 px and a thumbhash, turned as its camera says, with nothing else that it wrote (DATA-15)', async () => {
    const exif = { IFD0: { Orientation: '6', Make: 'Camera of Ann' } }
    const file = await put(
      await noise(640, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      'image/jpeg',
    )
    expect([file.Width, file.Height]).toEqual([400, 640])
    const answer = await fetch(`${relay.adminUrl}${file.ThumbnailUrl}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const webp = Buffer.from(await answer.arrayBuffer())
    const { format, width, height, exif: left } = await sharp(webp).metadata()
    expect([format, width, height, left]).toEqual(['webp', 200, 320, undefined])
    expect(file.Content).toBe(webp.toString('base64'))
    expect(Buffer.from(file.Thumbhash, 'base64').length).toBeLessThanOrEqual(25)
    expect((await relay.call(`/api/files?q=${file.Hash}&thumbnails=links`, { token })).body.data[0].Content).toBe('')
    const wide = await put(await noise(640, 400).png().toBuffer(), 'image/png')
    expect(await sharp(Buffer.from(wide.Content, 'base64')).metadata()).toMatchObject({ width: 320, height: 200 })
    const small = await noise(32, 24).webp({ lossless: true }).toBuffer()
    const { Content } = await put(small, 'image/webp')
    expect(Content).not.toBe(small.toString('base64'))
    expect(await sharp(Buffer.from(Content, 'base64')).metadata()).toMatchObject({ width: 32, height: 24 })
    expect((await put(Buffer.from('only words'), 'text/plain')).Content).toBe('')
  })

  it('tells its camera in the details, and not where it was taken', async () => {
    const exif = { IFD0: { Make: 'Hornet', Model: 'H-1' }, IFD3: { GPSLatitude: '48/1 12/1 0/1', GPSLatitudeRef: 'N' } }
    const file = await put(await noise(20, 20).withExif(exif).jpeg().toBuffer(), 'image/jpeg')
    const { camera } = (await relay.call(`/api/files/${file.Hash}/details`, { token })).body
    expect(camera).toMatchObject({ make: 'Hornet', model: 'H-1', takenAt: null, hasPlace: true })
    expect(JSON.stringify(camera)).not.toContain('48')
  })

  it('that an admin uploads is kept without it, once the settings say so', async () => {
    const exif = { IFD0: { Make: 'Hornet' } }
    const upload = async (background: string) => {
      const create = { width: 30, height: 20, channels: 3, background } as const
      const bytes = await sharp({ create }).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
      const body = bytes as Uint8Array<ArrayBuffer>
      const answer = await fetch(`${relay.adminUrl}/api/files/upload?name=bee.jpeg`, { method: 'PUT', headers, body })
      expect(answer.status, await answer.clone().text()).toBe(200)
      const { file } = (await answer.json()) as { file: { Hash: string; FileName: string } }
      await relay.context.media.thumbnails.settled()
      const details = (await relay.call(`/api/files/${file.Hash}/details`, { token })).body
      return { ...details, isSame: file.Hash === sha256(bytes), name: file.FileName }
    }
    expect(await upload('#a00')).toMatchObject({ isSame: true, camera: { make: 'Hornet' }, name: 'bee.jpeg' })
    const save = (stripCameraData: boolean) =>
      relay.call('/api/relay-settings', { token, method: 'POST', body: { relay_settings: { stripCameraData } } })
    expect((await save(true)).status).toBe(200)
    const clean = await upload('#0a0')
    expect(clean).toMatchObject({ isSame: false, camera: null, name: 'bee.jpg', file: { Width: 20, Height: 30 } })
    await save(false)
  })

  it.each(['png', 'webp', 'gif', 'avif', 'tiff'] as const)('can be %s', async format => {
    const file = await put(await noise(64, 48).toFormat(format).toBuffer(), `image/${format}`)
    expect(file).toMatchObject({ Width: 64, Height: 48, Thumbhash: expect.stringMatching(/.{10}/) })
  })

  it('can be HEIC from phones', async () => {
    const heic = await readFile(new URL('../support/phone.heic', import.meta.url))
    const file = await put(heic, 'image/heic')
    expect(file).toMatchObject({ Width: 320, Height: 240, MimeType: 'image/heic' })
    const { data, info } = await sharp(Buffer.from(file.Content, 'base64')).raw().toBuffer({ resolveWithObject: true })
    const colourAt = (x: number) => [...data.subarray((200 * info.width + x) * info.channels).subarray(0, 3)]
    const [left, right] = [colourAt(20), colourAt(300)] as [number[], number[]]
    expect([(left[2] ?? 0) - (left[0] ?? 0), (right[0] ?? 0) - (right[2] ?? 0)].every(more => more > 100)).toBe(true)
    const { camera } = (await relay.call(`/api/files/${file.Hash}/details`, { token })).body
    expect(camera).toMatchObject({ make: 'Apple' })
  })

  it('can be a JPEG of 108 megapixels, but not a PNG of 65', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#396' }, limitInputPixels: false })
    const large = await put(await flat(12_000, 9000).jpeg().toBuffer(), 'image/jpeg')
    expect(large).toMatchObject({ Width: 12_000, Height: 9000, Thumbhash: expect.stringMatching(/.{10}/) })
    const png = await put(await flat(13_000, 5000).png({ compressionLevel: 1 }).toBuffer(), 'image/png')
    expect(png).toMatchObject({ ThumbnailUrl: '' })
  })

  it('loses its thumbnail with the file', async () => {
    const file = await put(await noise(50, 50).png().toBuffer(), 'image/png')
    const source = relay.context.media.thumbnails
    await relay.context.media.service.remove(file.Hash)
    await expect.poll(() => source.read(file.Hash)).toBeNull()
  })

  it('leaves no thumbnail when its owner deletes it while the thumbnail is made', async () => {
    const folder = join(relay.dataDir, 'media', 'thumbnails')
    const thumbnails = async () =>
      (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.webp')).length
    await put(await noise(50, 50).png().toBuffer(), 'image/png')
    const before = await thumbnails()
    const bob = person()
    const http = relay.publicUrl.replace(/^ws/, 'http')
    for (let at = 0; at < 40; at++) {
      const bytes = await noise(300, 200).png().toBuffer()
      const hash = sha256(bytes)
      const call = (method: string, path: string, verb: string, body?: Uint8Array<ArrayBuffer>) =>
        fetch(http + path, { method, headers: { authorization: bob.header(verb, [hash]) }, ...(body && { body }) })
      expect((await call('PUT', '/upload', 'upload', bytes as Uint8Array<ArrayBuffer>)).status).toBe(201)
      // Sometimes before it is read, sometimes while it is made.
      for (let turn = 0; turn < at % 8; turn++) await fetch(http)
      expect((await call('DELETE', `/${hash}`, 'delete')).status).toBe(200)
    }
    await relay.context.media.thumbnails.settled()
    expect(await thumbnails()).toBe(before)
  })
})

// ffmpeg is optional for a relay; where it is missing, the stand-ins of `film-reader.test.ts` remain.
describe.runIf(programs)('with ffmpeg', () => {
  async function draw(name: string, ...args: string[]): Promise<Buffer> {
    const path = join(relay.dataDir, name)
    await promisify(execFile)(programs?.ffmpeg ?? '', ['-v', 'error', '-f', 'lavfi', '-i', ...args, path])
    return readFile(path)
  }

  it('gives a video a poster and its length, and empty content to anything but images, videos and audio', async () => {
    const file = await put(
      await draw('film.mp4', 'testsrc=size=320x240:rate=5:duration=3', '-c:v', 'mpeg4'),
      'video/mp4',
    )
    expect(file).toMatchObject({ Width: 320, Height: 240, DurationMs: 3000, Thumbhash: expect.stringMatching(/.{10}/) })
    const poster = sharp(Buffer.from(file.Content, 'base64'))
    expect(await poster.metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
    // One frame of the film, which has many colours.
    expect((await poster.stats()).channels.every(({ stdev }) => stdev > 30)).toBe(true)
    const others: [string, Buffer][] = [
      ['text/plain', Buffer.from('a text')],
      ['application/pdf', Buffer.from('%PDF-1.4\n%%EOF')],
      ['application/zip', Buffer.from('504b0506'.padEnd(44, '0'), 'hex')],
    ]
    for (const [type, bytes] of others)
      expect(await put(bytes, type)).toMatchObject({ Content: '', ThumbnailUrl: '', Thumbhash: '' })
    expect((await relay.call('/api/files/totals', { token })).body.readsFilms).toBe(true)
  })

  it.each([
    ['bmp', 'bmp', 'image/x-ms-bmp', 'image/bmp'],
    ['jp2', 'jpeg2000', 'image/jp2', 'image/jp2'],
  ])('gives a %s image a thumbnail, and no length', async (extension, codec, declared, mime) => {
    const drawn = await draw(`test.${extension}`, 'testsrc=size=640x480', '-frames:v', '1', '-c:v', codec)
    const file = await put(drawn, declared)
    expect(file).toMatchObject({ MimeType: mime, Width: 640, Height: 480, DurationMs: null })
    expect(await sharp(Buffer.from(file.Content, 'base64')).metadata()).toMatchObject({ width: 320, height: 240 })
  })

  it('gives audio a waveform and its length', async () => {
    const file = await put(await draw('tone.wav', 'sine=duration=2'), 'audio/wav')
    expect(file).toMatchObject({ Width: null, Height: null, DurationMs: 2000 })
    expect(await sharp(Buffer.from(file.Content, 'base64')).metadata()).toMatchObject({ width: 320, height: 160 })
  })
})

describe('a profile image', () => {
  it('comes through the relay, by a link that only admins get', async () => {
    const bytes = await noise(80, 80).png().toBuffer()
    await put(bytes, 'image/png')
    const content = JSON.stringify({ name: 'ann', picture: `https://files.example/${sha256(bytes)}.png` })
    const profile = await ann.signer({ kind: 0, created_at: Math.floor(Date.now() / 1000), tags: [], content })
    await relay.context.events.save({ event: profile, json: JSON.stringify(profile) })
    const stranger = person()
    const path = `/api/pictures?keys=${ann.pubkey},${stranger.pubkey}`
    expect((await relay.call(path)).status).toBe(401)
    const { pictures } = (await relay.call(path, { token })).body
    expect(pictures).toEqual([{ pubkey: ann.pubkey, url: expect.stringMatching(/^\/api\/pictures\/shown\?/) }])
    const [{ url }] = pictures
    const answer = await fetch(relay.adminUrl + url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(80)
    expect((await fetch(relay.adminUrl + url.replace(/key=./, 'key=~'))).status).toBe(403)
    const own = await relay.call(`/api/pictures/link?address=${encodeURIComponent(relay.adminUrl)}`, { token })
    expect((await fetch(relay.adminUrl + own.body.url)).status).toBe(404)
  })
})

/** The same small frame repeated, in a canvas of 60,000 × 60,000. */
function hugeGif(): Buffer {
  const head = Buffer.from('474946383961000000000000ff', 'hex').subarray(0, 13)
  head.writeUInt16LE(60_000, 6)
  head.writeUInt16LE(60_000, 8)
  head[10] = 0x80
  const colours = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.from('2c00000000010001000002024401003b', 'hex').subarray(0, 15)
  return Buffer.concat([
    head.subarray(0, 13),
    colours,
    ...Array.from({ length: 100_000 }, () => frame),
    Buffer.from([0x3b]),
  ])
}
