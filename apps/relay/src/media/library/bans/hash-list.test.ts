import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { expect, test } from 'vitest'
import { readHashList, writeHashList } from './hash-list.ts'

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]

test('reports invalid hashes by line number and imports the rest', () => {
  const { entries, refused } = readHashList(
    `# shared\nsha256\n${one.toUpperCase()}\n\nabc\n${other},"He said ""no"""\n${one}`,
  )
  expect(entries).toEqual([
    { hash: one, type: 'sha256', reason: '' },
    { hash: other, type: 'sha256', reason: 'He said "no"' },
  ])
  expect(refused).toEqual([
    { line: 2, error: fileMessages.notHash },
    { line: 5, error: fileMessages.notHash },
  ])
})

test('refuses JSON of another form, and kinds of hashes that it does not know', () => {
  expect(readHashList('{"data": 1}').refused).toEqual([{ line: 1, error: fileMessages.notJsonList }])
  expect(readHashList('[{').refused).toEqual([{ line: 1, error: fileMessages.notJsonList }])
  const list = readHashList(JSON.stringify([{ indicator: one, type: 'HASH_MD5' }, null, { indicator: other }]))
  expect(list.entries).toEqual([{ hash: other, type: 'sha256', reason: '' }])
  expect(list.refused.map(({ error }) => error)).toEqual([fileMessages.otherHash, fileMessages.notHash])
})

test('names at most a hundred refused lines', () => {
  expect(readHashList('x\n'.repeat(5000)).refused).toHaveLength(100)
})

test.each(['csv', 'json'] as const)('reads its own list back from %s, reasons included', format => {
  const entries = [
    { hash: one, type: 'sha256' as const, reason: 'Stolen, "sold"' },
    { hash: one, type: 'pdq' as const, reason: 'Spam' },
  ]
  expect(readHashList(writeHashList(entries, format))).toEqual({ entries, refused: [] })
})

test('writes one hash per line', () => {
  expect(
    writeHashList(
      [
        { hash: one, type: 'sha256', reason: 'Stolen' },
        { hash: other, type: 'pdq', reason: 'Stolen' },
      ],
      'lines',
    ),
  ).toBe(`${one}\npdq:${other}\n`)
})

test('reads PDQ hashes by their prefix, by the heading of a list and by the type of an entry', () => {
  const pdq = (hash: string) => ({ hash, type: 'pdq', reason: '' })
  expect(readHashList(`PDQ:${one.toUpperCase()}\n${one}`).entries).toEqual([
    pdq(one),
    { hash: one, type: 'sha256', reason: '' },
  ])
  expect(readHashList(`pdq,reason\n${one},\n${other},`).entries).toEqual([pdq(one), pdq(other)])
  expect(readHashList(JSON.stringify([{ indicator: one, type: 'HASH_PDQ' }])).entries).toEqual([pdq(one)])
})
