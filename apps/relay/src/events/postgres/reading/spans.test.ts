import { describe, expect, it } from 'vitest'
import { spansOf } from './spans.ts'

const starts = Array.from({ length: 10 }, (_, at) => 1000 - at * 100)
const max = Number.MAX_SAFE_INTEGER

describe('spans of parts', () => {
  it('grow from the newest part to the oldest, without gaps or ends', () => {
    expect(spansOf(starts, {})).toEqual([
      { since: 1000, until: max },
      { since: 800, until: 999 },
      { since: 400, until: 799 },
      { since: 0, until: 399 },
    ])
  })

  it('are those that the filter and the place of a page leave', () => {
    expect(spansOf(starts, { since: 450, until: 750 })).toEqual([
      { since: 700, until: 750 },
      { since: 500, until: 699 },
      { since: 450, until: 499 },
    ])
    expect(spansOf(starts, { since: 650, after: { time: 700, id: '' } })).toEqual([
      { since: 700, until: 700 },
      { since: 650, until: 699 },
    ])
    expect(spansOf(starts, { since: 700, until: 600 })).toEqual([])
  })

  it('are one where there is one part, or none is known', () => {
    expect(spansOf([1000], {})).toEqual([{ since: 0, until: max }])
    expect(spansOf([], {})).toEqual([{ since: 0, until: max }])
  })
})
