import { expect, it } from 'vitest'
import { coverageOf, crowdedTitles, mistakesIn } from './coverage.ts'
import { readExcuses, readRows } from './rows.ts'
import { titlesIn } from './titles.ts'

const document = `# Ledger
| id | statement | how to see it |
|---|---|---|
| GATE-01 | Signs in. | UI |
| GATE-02 | Signs out. | UI |
`

it('finds an id that no row has, and leaves other abbreviations alone', () => {
  const tests = new Map([['a.test.ts', ['GATE-09: does not count NIP-42 and SHA-25 as rows']]])
  expect(coverageOf(readRows(document), tests).unknown).toEqual([{ id: 'GATE-09', file: 'a.test.ts' }])
})

it('says which tests name a row, and which rows none names', () => {
  const tests = new Map([
    ['a.test.ts', ['GATE-01: once', 'GATE-01: twice']],
    ['b.test.ts', ['GATE-01: elsewhere']],
  ])
  const { provenBy } = coverageOf(readRows(document), tests)
  expect(Object.fromEntries(provenBy)).toEqual({ 'GATE-01': ['a.test.ts', 'b.test.ts'] })
})

it('a row without a test needs a reason, and a reason a row without a test', () => {
  const rows = readRows(document)
  const { provenBy } = coverageOf(rows, new Map([['a.test.ts', ['GATE-01: once']]]))
  expect(mistakesIn(['GATE-02'], rows, provenBy)).toEqual([])
  expect(mistakesIn(['GATE-01', 'GATE-07'], rows, provenBy)).toEqual([
    'GATE-02 has neither a test nor a reason.',
    'GATE-01 has a test: take it off the list of unproven rows.',
    'GATE-07 is listed as unproven and is no row of the ledger.',
  ])
})

it('reads the state of a row that no test names, and refuses others', () => {
  const list = (state: string) => `| GATE-02 | ${state} | Nobody signs out. | R-01 |\n`
  expect(readExcuses(list('not shown')).get('GATE-02')).toEqual({ state: 'not shown', why: 'Nobody signs out.' })
  expect(() => readExcuses(list('later'))).toThrow("GATE-02 is 'later'")
})

it('refuses a title with more than three rows, and does not count rulings', () => {
  const rows = ['GATE-01', 'GATE-02', 'GATE-03', 'GATE-04'].map(id => ({ id, statement: '' }))
  const crowded = (title: string) => crowdedTitles(rows, new Map([['a.test.ts', [title]]]))
  expect(crowded('GATE-01, GATE-02, GATE-03, R-05: signs in')).toEqual([])
  expect(crowded('GATE-01, GATE-02, GATE-03, GATE-04: signs in')).toEqual([
    'a.test.ts names more than 3 rows in one title: GATE-01, GATE-02, GATE-03, GATE-04: signs in',
  ])
})

it.each([
  ["it('a title')", ['a title']],
  ["test.skipIf(slow)('another', () => {})", ['another']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a test
  ['describe(`of ${name} or ${other}`)', ['of … or …']],
  ["it('one ' + 'two')", ['one two']],
  ["it.each([['GATE-01', 1], ['GATE-02', 2]])('%s: is %d')", ['%s: is %d', 'GATE-01', '', 'GATE-02', '']],
  ["const rows = [{ id: 'GATE-01' }] as const; it.each(rows)('$id')", ['$id', 'GATE-01']],
  ["it.each(['GATE-01'])('names nothing of its table')", ['names nothing of its table']],
  ["// it('GATE-01')\nconst id = 'GATE-02'; expect('GATE-03').toBe(id)", []],
])('takes from %s the titles %j', (code, titles) => {
  expect(titlesIn('a.test.ts', code)).toEqual(titles)
})
