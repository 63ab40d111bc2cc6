import { expect, it } from 'vitest'
import { coverageOf, mistakesIn } from './coverage.ts'
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

it('a row without a test needs a reason, and a reason a row without a test', () => {
  const rows = readRows(document)
  const { provenBy } = coverageOf(rows, new Map([['a.test.ts', "it('AUTH-01: once')"]]))
  expect(mistakesIn(['AUTH-02'], rows, provenBy)).toEqual([])
  expect(mistakesIn(['AUTH-01', 'AUTH-07'], rows, provenBy)).toEqual([
    'AUTH-02 has neither a test nor a reason.',
    'AUTH-01 has a test: take it off the list of unproven rows.',
    'AUTH-07 is listed as unproven and is no row of the ledger.',
  ])
})
