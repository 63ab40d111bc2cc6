import { expect, it } from 'vitest'
import { picturesIn } from './note-pictures.ts'

it.each([
  ['nothing to see', []],
  ['a page https://one.example/page and a film https://one.example/a.mp4', []],
  ['ftp://one.example/a.png javascript:alert(1).png data:image/png;base64,AA', []],
  [
    'look https://one.example/a.png, and (https://two.example/b.JPEG?w=3)',
    ['https://one.example/a.png', 'https://two.example/b.JPEG?w=3'],
  ],
  ['https://one.example/a.png\nhttps://one.example/a.png', ['https://one.example/a.png']],
  ['https://one.example/a.pngs https://one.example/a.png/b', []],
])('images in %j', (text, found) => {
  expect(picturesIn(text)).toEqual(found)
})

it('offers at most eight images', () => {
  const text = Array.from({ length: 20 }, (_, at) => `https://one.example/${at}.png`).join(' ')
  expect(picturesIn(text)).toHaveLength(8)
})
