import { expect, it } from 'vitest'
import { coverageOf, mistakesIn } from './coverage.ts'
import { idsIn, readExcuses, readRows, withoutComments } from './rows.ts'

const document = `# Ledger
| id | statement | how to see it |
|---|---|---|
| AUTH-01 | Signs in. | UI |
| AUTH-02 | Signs out. | UI |
`

it('finds an id that no row has, and leaves other abbreviations alone', () => {
  const tests = new Map([['a.test.ts', "it('AUTH-09: does not count NIP-42 and SHA-25 as rows')"]])
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

it('reads the state of a row that no test names, and refuses others', () => {
  const list = (state: string) => `| AUTH-02 | ${state} | Nobody signs out. | R-01 |\n`
  expect(readExcuses(list('not shown')).get('AUTH-02')).toEqual({ state: 'not shown', why: 'Nobody signs out.' })
  expect(() => readExcuses(list('later'))).toThrow("AUTH-02 is 'later'")
})

it('does not count ids in comments', () => {
  const text = "// AUTH-01\nit('AUTH-02: signs out', () => {}) /* AUTH-03 */\n"
  expect([...idsIn(withoutComments('a.test.ts', text), new Set(['AUTH']))]).toEqual(['AUTH-02'])
})
