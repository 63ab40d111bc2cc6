import { getHeapSpaceStatistics } from 'node:v8'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../../test/support/open-store.ts'
import { openTables, type Tables } from './tables.ts'
import { visitEntries, visitKeys } from './visit-range.ts'

let opened: Awaited<ReturnType<typeof openStore>>
let tables: Tables
beforeAll(async () => {
  opened = await openStore()
  tables = openTables({ path: opened.path, isDurable: false })
  for (let at = 0; at < 9; at += 1) tables.authors.putSync(Buffer.from([at]), Buffer.from([at * 2]))
})
afterAll(async () => {
  await tables.root.close()
  await opened.close()
})

const range = (start: number, end: number) => [Buffer.from([start]), Buffer.from([end])] as const

function valuesOf(start: number, end: number, most = 9): number[] {
  const values: number[] = []
  visitEntries(tables.authors, ...range(start, end), ({ value }) => values.push(value[0] ?? 0) < most)
  return values
}

it('visits the entries of several ranges in order, and stops on request', () => {
  expect(valuesOf(2, 5)).toEqual([4, 6, 8])
  expect(valuesOf(7, 99)).toEqual([14, 16])
  expect(valuesOf(0, 9, 2)).toEqual([0, 2])
  expect(valuesOf(20, 30)).toEqual([])
})

it('says whether it came to the end', () => {
  let seen = 0
  expect(visitKeys(tables.authors, ...range(0, 3), () => ++seen > 0)).toBe(true)
  expect(seen).toBe(3)
  expect(visitKeys(tables.authors, ...range(0, 3), () => false)).toBe(false)
})

it('a visit that throws gives the table free; one within another is refused', () => {
  const fail = () => {
    throw new Error('broken')
  }
  expect(() => visitKeys(tables.authors, ...range(0, 3), fail)).toThrow('broken')
  const within = () => valuesOf(0, 3).length > 0
  expect(() => visitEntries(tables.authors, ...range(0, 3), within)).toThrow('within its own visit')
  expect(valuesOf(0, 3)).toEqual([0, 2, 4])
})

it('leaves nothing behind that only a full collection frees', () => {
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size
  const before = oldBytes() ?? Number.NaN
  for (let times = 0; times < 40_000; times += 1) visitKeys(tables.authors, ...range(0, 3), () => true)
  // 36 MB with a new range for each visit; the rest of the process leaves up to 4.
  expect((oldBytes() ?? Number.NaN) - before).toBeLessThan(15_000_000)
})
