import { expect, it } from 'vitest'
import { coverageOf } from './coverage.ts'
import { readRows } from './rows.ts'

const document = `# Ledger
| id | statement | how to see it |
|---|---|---|
| AUTH-01 | Signs in. | UI |
| AUTH-02 | Signs out. | UI |
`

it('finds an id that no row has, and leaves other abbreviations alone', () => {
  const tests = new Map([['a.test.ts', "it('AUTH-09: NIP-42 and SHA-25 are no rows')"]])
  expect(coverageOf(readRows(document), tests).unknown).toEqual([{ id: 'AUTH-09', file: 'a.test.ts' }])
})

it('says which tests name a row, and which rows none names', () => {
  const tests = new Map([
    ['a.test.ts', "it('AUTH-01: once'); it('AUTH-01: twice')"],
    ['b.test.ts', "it('AUTH-01: elsewhere')"],
  ])
  const { provenBy } = coverageOf(readRows(document), tests)
  expect(Object.fromEntries(provenBy)).toEqual({ 'AUTH-01': ['a.test.ts', 'b.test.ts'] })
})
