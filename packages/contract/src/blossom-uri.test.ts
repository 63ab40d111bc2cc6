import { expect, it } from 'vitest'
import { readBlossomUri, writeBlossomUri } from './blossom-uri.ts'

const hash = 'b1674191a88ec5cdd733e4240a81803105dc412d6c6708d53ab94fc248f4f553'
const author = 'ec4425ff5e9446080d2f70440188e3ca5d6da8713db7bdeef73d0ed54d9093f0'

it.each([
  '',
  hash,
  `blossom:${hash}`,
  `blossom:${hash.slice(1)}.pdf`,
  `blossom://${hash}.pdf`,
  `https://relay.example/${hash}.pdf`,
])('rejects %s', text => {
  expect(readBlossomUri(text)).toBeNull()
})

it('is read with its hints, in any order, without those that make no sense', () => {
  const uri = `blossom:${hash}.pdf?as=${author}&xs=cdn.example.com&sz=184292&xs=https://two.example&as=me&xs=a b&sz=1`
  expect(readBlossomUri(uri)).toEqual({
    hash,
    extension: 'pdf',
    size: 184_292,
    authors: [author],
    servers: ['cdn.example.com', 'https://two.example'],
  })
  expect(readBlossomUri(`BLOSSOM:${hash.toUpperCase()}.PDF?sz=-5`)).toMatchObject({ hash, size: undefined })
})

it('is written as it is read', () => {
  const uri = { hash, extension: 'png', size: 5, servers: ['relay.example:9001'], authors: [author] }
  expect(writeBlossomUri(uri)).toBe(`blossom:${hash}.png?xs=relay.example%3A9001&as=${author}&sz=5`)
  expect(readBlossomUri(writeBlossomUri(uri))).toEqual(uri)
})
