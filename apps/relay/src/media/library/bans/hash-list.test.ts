import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { expect, test } from 'vitest'
import { readHashList, writeHashList } from './hash-list.ts'

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]

test('reports invalid hashes by line number and imports the rest', () => {
  const { entries, refused } = readHashList(
    `# shared\nsha256\n${one.toUpperCase()}\n\nabc\n${other},"He said ""no"""\n${one}`,
  )
  expect(entries).toEqual([
    { hash: one, reason: '' },
    { hash: other, reason: 'He said "no"' },
  ])
  expect(refused).toEqual([
    { line: 2, error: fileMessages.notSha256 },
    { line: 5, error: fileMessages.notSha256 },
  ])
})

test('refuses JSON of another form, and kinds of hashes that are not SHA-256', () => {
  expect(readHashList('{"data": 1}').refused).toEqual([{ line: 1, error: fileMessages.notJsonList }])
  expect(readHashList('[{').refused).toEqual([{ line: 1, error: fileMessages.notJsonList }])
  const list = readHashList(JSON.stringify([{ indicator: one, type: 'HASH_PDQ' }, null, { indicator: other }]))
  expect(list.entries).toEqual([{ hash: other, reason: '' }])
  expect(list.refused.map(({ error }) => error)).toEqual([fileMessages.otherHash, fileMessages.notSha256])
})

test('names at most a hundred refused lines', () => {
  expect(readHashList('x\n'.repeat(5000)).refused).toHaveLength(100)
})

test.each(['csv', 'json'] as const)('reads its own list back from %s, reasons included', format => {
  const entries = [
    { hash: one, reason: 'Stolen, "sold"' },
    { hash: other, reason: 'Spam' },
  ]
  expect(readHashList(writeHashList(entries, format))).toEqual({ entries, refused: [] })
})

test('writes one hash per line', () => {
  expect(writeHashList([{ hash: one, reason: 'Stolen' }], 'lines')).toBe(`${one}\n`)
})
