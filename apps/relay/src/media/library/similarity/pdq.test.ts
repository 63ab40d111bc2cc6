import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { bitsOf, distanceOf, hexOf, pdqOf, type Raster, wordsOf } from './pdq.ts'
import { squareOf } from './shrink.ts'
import { turnCoefficients, turns } from './turns.ts'

/** Image and hash of ThreatExchange, python-threatexchange/threatexchange/tests/hashing/test_pdq_hasher.py (Meta). */
const published = {
  png: [
    'iVBORw0KGgoAAAANSUhEUgAAABoAAAAcCAIAAADwcTiEAAAACXBIWXMAABYlAAAWJQFJUiTwAAACeUlEQVRIx42Vz2sTQRTH3znS',
    'a5Gc/Q9y9OKfElTUUpUSo2KstiIRaRGxhlax1UoDNnqpngSVRkSw4EFsi4f8bJI2P7vJ7jbJJm0SZ6ZvsrOT3ZLhw4c3b9/7kk0O',
    'geLA2S2WVv8p53/oZz83znw0TkXaBFKQK2mSR2Sg6HBAvGxny97v+shqG8ItkxUDzRl51/JGNTLsGJcrlHw/VVe4CW8Zy9y0MNBW',
    'XGGDrJBFOW4rU/asHcCbpj2vG2gJ1iSLZN2MW49V3OE6vGpYqXPXhWsDlriXzCtZj8YqGOdeOYAXOuVlHS3RfyTNCH0Sssk+I8CC',
    'jsxraIrOTacDv4xtpdM86rY63arRSamdjcIhGzZ3PRGNfI8AIQ15rqL7RUg7vah9yx327A7bUs31kOZbVwDmVBueoT8l2z2HY52v',
    'EbvmVYCnNU6VG4tzEb3nfIQVYReeVJ1Y3jJOirPdgpl9mGXMVNC82Mhb3nThT3M0VGUD+zKz3PC44oTW6opxo3PKCcMIPCrbEKSW',
    '3y5Yon20Fb4C8LDkhBznPGkCD4rINDcv5LhpYUya7wNTBbhv0hvuxJUjXJwqmAUxTO5x8sRDxn1NGMLiHtzlhsAu3DEZMm7xdx0X',
    'A1bgdk5kyLh7X2rSIgL+LNw0GTLO+0Fh8zlxlwI3suDLyLCm/MvSfgbdL4R5apjYgYkMY4cbkeOER47AtZQTctz1NO0f2w6XLw0w',
    'noTx1AC0KcfRpsDVFJoXvvfkZccScGWAsSSxHMeaaFpws8ITTGfzJXDfSsGluC1yHGleTqD7BZskIZuJAv3rif7Nu/1JuBiHCzE0',
    'L+Q42o+hBdz+BAk5/mP8D7zRa59CrL2bAAAAAElFTkSuQmCC',
  ].join(''),
  hash: 'ad64cd9875e131a177b1f2a0d6b38ae1de9ea80421e4c51dde1b0363deba3466',
}

/** The hashes that the reference implementation derives from one image, `bridge-1-original.jpg`, for its eight turns. */
const turned = {
  original: 'd8f8f0cee0f4a84f0637022a078f67f0b36e2ed596621e1d33e6339c4e9c9b22',
  rotate90: 'f0a10efd51c83d429053d48d0fffbc52e34e0e17ada956a9d29685211ea9e58f',
  rotate180: 'adad5a64b5a102e55b62a88052dacd5ae63b847fc337b4b766b399361bc93188',
  rotate270: 'a5f0b457248995e8c1065c275aaa56d8b61ba4bdf8fcfc0383c32f8b0bfc4f05',
  flipX: 'd8f80f31e0f457b00637f5d5038f980fb36ed12a9662c1e233e64c634e9c64dd',
  flipY: '8dada49991a1bd1a5362577742da32a5e63b7b80c2364b4866b346c91bc9ce77',
  flipPlus1: 'f0a1e10271ccc0bd90530b720fff038de34ef1e8ada9a956d6967ade5ea91a50',
  flipMinus1: 'a5f44ba8a4996a17cd06a1d85aaaa927b61b5b42f8fc03fc83c3d0740bfcb0fa',
}

const turnNamed = (transposed: boolean, down: boolean, across: boolean) => {
  const turn = turns.find(one => one.transposed === transposed && one.down === down && one.across === across)
  if (!turn) throw new Error('there is no such turn')
  return turn
}

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const luma = Float32Array.from({ length: info.width * info.height }, (_, at) => {
    const [red, green, blue] = data.subarray(at * 3, at * 3 + 3)
    return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0)
  })
  return { width: info.width, height: info.height, luma }
}

const spots = (turn: (image: Sharp) => Sharp = image => image) => {
  const shades = Buffer.from(Array.from({ length: 144 }, (_, at) => (at * at * 37 + at * 101) % 256))
  const image = sharp(shades, { raw: { width: 12, height: 12, channels: 1 } }).resize(320, 320, { kernel: 'cubic' })
  return image
    .toColourspace('srgb')
    .png()
    .toBuffer()
    .then(png => rasterOf(turn(sharp(png))))
}

const pdqFrom = (raster: Raster) => {
  const pdq = pdqOf(raster)
  if (!pdq) throw new Error('it has no hash')
  return pdq
}

describe('PDQ', () => {
  it('gives the published hash of the published image', async () => {
    const pdq = pdqFrom(await rasterOf(sharp(Buffer.from(published.png, 'base64'))))
    expect(hexOf(bitsOf(pdq.coefficients))).toBe(published.hash)
    expect(pdq.quality).toBe(100)
  })

  it.each([
    ['rotate90', true, true, false],
    ['rotate180', false, true, true],
    ['rotate270', true, false, true],
    ['flipX', false, true, false],
    ['flipY', false, false, true],
    ['flipPlus1', true, false, false],
    ['flipMinus1', true, true, true],
  ] as const)('derives the published hash of %s from the original', (name, transposed, down, across) => {
    const hash = wordsOf(turned.original)
    // Above the median is taken for above zero: the median is so near to it that a few bits differ.
    const signs = Float32Array.from({ length: 256 }, (_, at) => (((hash[at >> 4] ?? 0) >> (at & 15)) & 1 ? 1 : -1))
    const words = new Uint16Array(16)
    turnCoefficients(signs, turnNamed(transposed, down, across)).forEach((sign, at) => {
      if (sign > 0) words[at >> 4] = (words[at >> 4] ?? 0) | (1 << (at & 15))
    })
    expect(distanceOf(words, wordsOf(turned[name]))).toBeLessThanOrEqual(16)
    expect(distanceOf(words, hash)).toBeGreaterThan(80)
  })

  it.each([
    ['a quarter turn', (image: Sharp) => image.rotate(90), [true, false, true]],
    ['a half turn', (image: Sharp) => image.rotate(180), [false, true, true]],
    ['a mirror', (image: Sharp) => image.flop(), [false, false, true]],
  ] as const)('derives the hash of %s as the turned image has it', async (_name, turn, [transposed, down, across]) => {
    const own = bitsOf(pdqFrom(await spots(turn)).coefficients)
    const derived = bitsOf(turnCoefficients(pdqFrom(await spots()).coefficients, turnNamed(transposed, down, across)))
    expect(distanceOf(own, derived)).toBeLessThanOrEqual(10)
  })

  it('has half of its bits set, and no hash of four pixels', async () => {
    const all = wordsOf('0'.repeat(64))
    expect(distanceOf(bitsOf(pdqFrom(await spots()).coefficients), all)).toBe(128)
    expect(pdqOf({ width: 4, height: 400, luma: new Float32Array(1600) })).toBeNull()
  })

  it('recognises copies of symmetrical images, and no other symmetrical images', async () => {
    const symmetrical = (seed: number) => {
      const shades = Array.from({ length: 144 }, (_, at) => {
        const column = Math.min(at % 12, 11 - (at % 12))
        return (((Math.floor(at / 12) * 6 + column) * seed) ** 2 * 37) % 256
      })
      const raw = { width: 12, height: 12, channels: 1 } as const
      return sharp(Buffer.from(shades), { raw })
        .resize(384, 384, { kernel: 'nearest' })
        .toColourspace('srgb')
        .png()
        .toBuffer()
    }
    const bits = async (image: Sharp) => bitsOf(pdqFrom(squareOf(await rasterOf(image), 64)).coefficients)
    const image = async (seed: number) => sharp(await symmetrical(seed))
    const copy = async (image: Sharp) => sharp(await image.resize(120, 120).jpeg({ quality: 40 }).toBuffer())
    const [one, other] = [await bits(await image(3)), await bits(await image(7))]
    expect(distanceOf(one, await bits(await copy(await image(3))))).toBeLessThanOrEqual(10)
    expect(distanceOf(one, other)).toBeGreaterThan(40)
  })

  it('gives a plain image no quality', () => {
    const plain = { width: 200, height: 100, luma: new Float32Array(20_000).fill(90) }
    expect(pdqFrom(plain).quality).toBe(0)
  })

  it('counts differing bits', () => {
    const none = wordsOf('0'.repeat(64))
    expect(distanceOf(none, wordsOf('f'.repeat(64)))).toBe(256)
    expect(distanceOf(none, wordsOf(`8${'0'.repeat(62)}1`))).toBe(2)
    expect(hexOf(wordsOf(published.hash))).toBe(published.hash)
  })
})
