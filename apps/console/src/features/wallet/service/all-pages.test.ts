import { pageRowsMax } from '@hornets/contract/wallet/page'
import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

test('a list of many pages is read to its end, each row once', async () => {
  const rows = Array.from({ length: 2 * pageRowsMax + 3 }, (_, index) => String(index))
  const asked: number[] = []
  const read = async ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push(offset)
    // A new row moved everything: the previous page's last row is repeated.
    return rows.slice(Math.max(0, offset - 1), Math.max(0, offset - 1) + limit)
  }
  expect(await allPages(read, row => row)).toEqual(rows)
  expect(asked).toEqual([0, pageRowsMax, 2 * pageRowsMax])
})

test.each([3, pageRowsMax, 2 * pageRowsMax])(
  'stops asking a wallet that ignores paging and answers %i rows each time',
  async count => {
    const rows = Array.from({ length: count }, (_, index) => String(index))
    expect(
      await allPages(
        async () => rows,
        row => row,
      ),
    ).toEqual(rows)
  },
)
