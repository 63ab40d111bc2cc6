import { describe, expect, it } from 'vitest'
import { besideVertically, type GridShape, layOut, linesBetween, monthAt, rowWith } from './grid-layout.ts'

const shape: GridShape = { columns: 4, cardPx: 40, rowPx: 100, headPx: 40 }
const months = [
  { month: '2026-08', files: 6 },
  { month: '2026-07', files: 4 },
  { month: '2026-05', files: 9 },
]
const all = layOut(19, months, shape)

describe('a grid by month', () => {
  it('gives each month a heading and whole rows', () => {
    expect(all.sections.map(({ month, first, count, topPx }) => [month, first, count, topPx])).toEqual([
      ['2026-08', 0, 6, 0],
      ['2026-07', 6, 4, 240],
      ['2026-05', 10, 9, 380],
    ])
    expect(all.heightPx).toBe(380 + 40 + 300)
  })

  it('ends where the loaded files end, and still says how many the month has', () => {
    const part = layOut(8, months, shape)
    expect(part.sections.map(({ month, files, count }) => [month, files, count])).toEqual([
      ['2026-08', 6, 6],
      ['2026-07', 4, 2],
    ])
  })

  it('puts files of no known month at the end', () => {
    expect(layOut(21, months, shape).sections.at(-1)).toMatchObject({ month: '', first: 19, count: 2, headPx: 0 })
    expect(layOut(5, [], shape).sections).toMatchObject([{ month: '', count: 5, topPx: 0 }])
    expect(layOut(0, [], shape)).toMatchObject({ sections: [], heightPx: 0 })
  })

  it('draws only the lines that are in view', () => {
    expect(linesBetween(all, 130, 300)).toEqual([
      { kind: 'row', topPx: 40, first: 0, count: 4 },
      { kind: 'row', topPx: 140, first: 4, count: 2 },
      { kind: 'head', topPx: 240, month: '2026-07', files: 4 },
      { kind: 'row', topPx: 280, first: 6, count: 4 },
    ])
    expect(linesBetween(all, 700, 9000)).toEqual([{ kind: 'row', topPx: 620, first: 18, count: 1 }])
    expect(linesBetween(layOut(0, [], shape), 0, 500)).toEqual([])
  })

  it('draws a screen of a hundred thousand files as quickly as one of a hundred', () => {
    const many = Array.from({ length: 240 }, (_, at) => ({ month: `m${at}`, files: 417 }))
    const large = layOut(100_000, many, shape)
    const lines = linesBetween(large, large.heightPx / 2, large.heightPx / 2 + 900)
    expect(lines.length).toBeLessThan(13)
    const middle = lines.find(line => line.kind === 'row')
    expect(middle && rowWith(large, middle.kind === 'row' ? middle.first : 0)).toEqual(middle)
  })

  it('knows the row of a file and the month at a height', () => {
    expect(rowWith(all, 9)).toEqual({ kind: 'row', topPx: 280, first: 6, count: 4 })
    expect(rowWith(all, 19)).toBeUndefined()
    expect([0, 239, 240, 5000].map(px => monthAt(all, px))).toEqual(['2026-08', '2026-08', '2026-07', '2026-05'])
  })

  it('moves up and down over headings, to the nearest card of a shorter row', () => {
    expect(besideVertically(all, 3, 1)).toBe(5)
    expect(besideVertically(all, 5, 1)).toBe(7)
    expect(besideVertically(all, 7, -1)).toBe(5)
    expect([besideVertically(all, 1, -1), besideVertically(all, 18, 1)]).toEqual([1, 18])
  })
})
