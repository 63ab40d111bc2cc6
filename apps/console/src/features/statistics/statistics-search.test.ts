import { expect, it } from 'vitest'
import { readStatisticsSearch } from './statistics-search.ts'

it.each([{ kind: 'x' }, { kind: -1 }, { kind: 65536 }, { kind: 1.5 }, { range: '2h' }, { range: 6 }, {}])(
  'ignores invalid parameters in the URL: %j',
  search => {
    expect(readStatisticsSearch(search)).toEqual({ kind: undefined, range: undefined })
  },
)

it('a kind and a range are read, kind 0 too', () => {
  expect(readStatisticsSearch({ kind: 0, range: '6h' })).toEqual({ kind: 0, range: '6h' })
  expect(readStatisticsSearch({ kind: '30023' })).toMatchObject({ kind: 30023 })
})
