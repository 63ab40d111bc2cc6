import { decode } from 'blurhash'
import { rgbaToThumbHash } from 'thumbhash'
import { expect, it } from 'vitest'
import { noFacts } from '../../library/catalogue/file-rows.ts'
import { blurhashOf, noteOf } from './note-tags.ts'

const file = {
  hash: 'a'.repeat(64),
  mime: 'image/png',
  bytes: 70,
  uploadedAt: 1,
  original: 'b'.repeat(64),
  description: 'A bee on a flower',
}

function hashOf(rgba: readonly number[], width = 40, height = 20): string {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => rgba[at % 4] ?? 0)
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64')
}

it('a note of a file names what clients need to show it (NIP-94)', () => {
  const facts = { ...noFacts, width: 40, height: 20, thumbhash: hashOf([250, 20, 20, 255]), hasThumbnail: true }
  const { content, tags } = noteOf(file, facts, 'https://relay.example')
  expect(content).toBe('A bee on a flower')
  expect(tags).toEqual([
    ['url', `https://relay.example/${file.hash}.png`],
    ['m', 'image/png'],
    ['x', file.hash],
    ['ox', file.original],
    ['size', '70'],
    ['dim', '40x20'],
    ['blurhash', blurhashOf(facts.thumbhash)],
    ['thumb', `https://relay.example/thumb/${file.hash}.webp`],
    ['alt', 'A bee on a flower'],
  ])
})

it('a note says nothing that is not known', () => {
  const { content, tags } = noteOf({ ...file, description: '' }, noFacts, 'https://relay.example')
  expect([content, tags.map(([name]) => name)]).toEqual(['', ['url', 'm', 'x', 'ox', 'size']])
})

it.each([
  ['a colour', [250, 20, 20, 255], [250, 20, 20]],
  ['what is transparent, on white,', [0, 0, 0, 0], [255, 255, 255]],
])('a blurhash shows %s as the thumbhash does', (_, colour, shown) => {
  for (const [width, height] of [
    [40, 20],
    [20, 40],
  ] as const) {
    const middle = decode(blurhashOf(hashOf(colour, width, height)), 3, 3).slice(16, 19)
    shown.forEach((part, at) => {
      expect(Math.abs((middle[at] ?? 0) - part)).toBeLessThan(16)
    })
  }
})
