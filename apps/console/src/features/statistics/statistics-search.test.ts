import { expect, it } from 'vitest'
import { readStatisticsSearch } from './statistics-search.ts'

it.each([{ kind: 'x' }, { kind: -1 }, { kind: 65536 }, { kind: 1.5 }, {}])(
  'ignores invalid parameters in the URL: %j',
  search => {
    expect(readStatisticsSearch(search)).toEqual({ kind: undefined })
  },
)

it('a kind is read, kind 0 too', () => {
  expect(readStatisticsSearch({ kind: 0 })).toEqual({ kind: 0 })
  expect(readStatisticsSearch({ kind: '30023' })).toMatchObject({ kind: 30023 })
})
