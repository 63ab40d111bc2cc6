import { expect, test } from 'vitest'
import { bytesOfFileSize, maxFileBytes } from './file-size.ts'
import { difficultyOf } from './proof-of-work.ts'
import { writeSize } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_234_567, '1.18 MB'],
  [1024 ** 2, '1 MB'],
  [1024 ** 2 - 1, '1024 KB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 3 * 2.25, '2.25 GB'],
  [1024 ** 4 - 1, '1024 GB'],
  [1024 ** 4 * 3, '3 TB'],
])('%i bytes are written as %s', (bytes, text) => expect(writeSize(bytes)).toBe(text))

test.each([
  ['20 KB', 20 * 1024],
  ['1.5 MB', 1.5 * 1024 ** 2],
  ['0.3 KB', 307],
  ['7 GB', 7 * 1024 ** 3],
  ['2 TB', 2 * 1024 ** 4],
  [undefined, null],
  ['', null],
  ['20', null],
])('the size %s of the settings is %j bytes', (size, bytes) => expect(bytesOfFileSize(size)).toBe(bytes))

test('the largest file is the number in its unit', () => {
  expect(maxFileBytes({ maxfilesize: 3, maxfilesizeunit: 'MB' })).toBe(3 * 1024 ** 2)
})

test.each([
  ['0'.repeat(64), 256],
  ['f'.repeat(64), 0],
  [`0${'f'.repeat(63)}`, 4],
  [`00a${'f'.repeat(61)}`, 8],
  [`001${'f'.repeat(61)}`, 11],
])('the id %s has %i leading zero bits', (id, bits) => expect(difficultyOf(id)).toBe(bits))
