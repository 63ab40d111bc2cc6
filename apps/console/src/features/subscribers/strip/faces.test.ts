import { describe, expect, it } from 'vitest'
import { faceLimit, gatherFaces, pictureOf, readFaces } from './faces.ts'
import { sampleFaces } from './sample-faces.ts'

const key = (index: number) => index.toString(16).padStart(64, '0')
const page = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ pubkey: key(from + at) }))

describe('faces', () => {
  it('SUBS-06: an entry without a public key is not shown', () => {
    const none = [{ name: 'Nobody' }, { pubkey: '' }, { pubkey: 'ab' }, { pubkey: 'x' }, null]
    expect(readFaces([...none, { pubkey: key(1) }])).toEqual([{ pubkey: key(1) }])
  })

  it('SUBS-05: all but the key can be missing, and what makes no sense is left out', () => {
    const metadata = { subscriptionTier: '1 GB per month', subscribedSince: '2026-01-01T00:00:00Z' }
    const whole = { pubkey: key(1), picture: '/mark.svg', name: 'Ada', about: 'Counts', metadata }
    expect(readFaces([whole])).toEqual([whole])
    expect(readFaces([{ pubkey: key(1), name: 7, metadata: 'none' }])).toEqual([{ pubkey: key(1) }])
  })

  it.each([
    [{ pubkey: key(1) }, 1],
    [{}, 0],
    [null, 0],
    ['text', 0],
    [{ profiles: page(1, 2) }, 0],
  ])('SUBS-21, R-85: treats %j, which is not an array, as %d faces', (answer, count) => {
    expect(readFaces(answer)).toHaveLength(count)
  })

  it('SUBS-04, R-34: reads pages until one is not full, and shows each face once', async () => {
    const asked: number[] = []
    // What it cannot show counts, too: the page was full.
    const keyless = { name: 'Nobody' }
    const pages = [page(0, faceLimit), [...page(faceLimit - 1, faceLimit - 1), keyless], page(30, 3)]
    const faces = await gatherFaces(async number => {
      asked.push(number)
      return pages[number - 1]
    })
    expect([asked, faces.length]).toEqual([[1, 2, 3], faceLimit + faceLimit - 2 + 3])
    let calls = 0
    const nearlyFull = async () => {
      calls += 1
      return page(calls * faceLimit, faceLimit - 1)
    }
    expect([(await gatherFaces(nearlyFull)).length, calls]).toEqual([faceLimit - 1, 1])
    // A glance, not a list: five pages at most.
    const everFull = async (number: number) => page(number * faceLimit, faceLimit)
    expect(await gatherFaces(everFull)).toHaveLength(5 * faceLimit)
  })
})

it.each([
  ['http://localhost:9002/avatar.png', 'http://localhost:9002'],
  ['http://127.0.0.1:9002/avatar.png', 'http://127.0.0.1:9002'],
  ['http://[::1]:9002/avatar.png', 'http://[::1]:9002'],
  ['https://elsewhere.example/face.png', 'https://relay.example'],
  ['javascript:alert(1)', 'https://relay.example'],
  ['data:image/svg+xml,<svg/>', 'https://relay.example'],
  ['', 'https://relay.example'],
  [undefined, 'https://relay.example'],
])('SUBS-07, R-35: %s gives way to the default avatar', (picture, origin) => {
  expect(pictureOf(picture, origin)).toBeUndefined()
})

it("shows the console's own images and data URLs", () => {
  expect(pictureOf('https://relay.example/a.png', 'https://relay.example')).toBe('https://relay.example/a.png')
  expect(pictureOf('data:image/png;base64,AA==', 'https://relay.example')).toBe('data:image/png;base64,AA==')
})

it('CONST-18: there are twelve made-up subscribers, each another', () => {
  expect(new Set(sampleFaces.map(({ pubkey }) => pubkey)).size).toBe(12)
  expect(readFaces(sampleFaces)).toEqual(sampleFaces)
})
