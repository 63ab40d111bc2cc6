import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { coverageOf, crowdedTitles, mistakesIn } from './coverage.ts'
import { areaOf, type Row, readExcuses, readRows } from './rows.ts'
import { titlesIn } from './titles.ts'

// `npm run ledger [-- AREA]`; fails on an unknown id, and on a row of the product without test or reason.

const ownTests = 'scripts/ledger/coverage.test.ts'
const read = (path: string) => readFileSync(inProject(path), 'utf8')
// The NP rows list what the specification excludes.
const product = readRows(read('docs/specification/ledger.md')).filter(({ id }) => areaOf(id) !== 'NP')
const behaviour = readRows(read('docs/specification/ledger-behaviour.md'))
const rulings = readRows(read('docs/specification/rulings.md'))
const excuses = readExcuses(read('docs/specification/unproven.md'))
const testFiles = projectFiles().filter(file => /\.test\.tsx?$/.test(file) && file !== ownTests)
const titles = new Map(testFiles.map(file => [file, titlesIn(file, read(file))]))
const { provenBy, unknown } = coverageOf([...product, ...behaviour, ...rulings], titles)

const [only] = process.argv.slice(2)
if (only === undefined) {
  printReasons()
  printStates('What the console shows', product)
  printStates('What happens behind the screens', behaviour)
} else if (only !== '--check') printArea(only)
const excusedOf = (rows: readonly Row[]) => rows.flatMap(({ id }) => (excuses.has(id) ? [id] : []))
const mistakes = [
  ...crowdedTitles([...product, ...behaviour], titles),
  ...unknown.map(({ id, file }) => `${file} names ${id}, which is no row of a ledger.`),
  ...mistakesIn(
    [...excuses.keys()].filter(id => !behaviour.some(row => row.id === id)),
    product,
    provenBy,
  ),
  ...excusedOf(behaviour).flatMap(id => (provenBy.has(id) ? [`${id} has a test: take it off the list.`] : [])),
]
for (const mistake of mistakes) console.error(mistake)
process.exitCode = mistakes.length > 0 ? 1 : 0

type State = 'named' | 'differs' | 'not shown' | 'missing'

function stateOf({ id }: Row): State {
  return provenBy.has(id) ? 'named' : (excuses.get(id)?.state ?? 'missing')
}

function printReasons(): void {
  for (const { id, statement } of [...product, ...behaviour]) {
    const excuse = excuses.get(id)
    if (excuse) console.log(`${id}  ${statement}\n    ${excuse.state}: ${excuse.why}`)
  }
}

function printStates(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  for (const [area, own] of Map.groupBy(rows, ({ id }) => areaOf(id))) console.log(`${area}: ${countsOf(own)}`)
  console.log(`All: ${countsOf(rows)}`)
}

function countsOf(rows: readonly Row[]): string {
  const counts = Map.groupBy(rows, stateOf)
  const states: readonly State[] = ['named', 'differs', 'not shown', 'missing']
  const parts = states.flatMap(state => (counts.has(state) ? [`${counts.get(state)?.length} ${state}`] : []))
  return `${rows.length} rows, ${parts.join(', ')}`
}

function printArea(area: string): void {
  for (const row of [...product, ...behaviour, ...rulings].filter(({ id }) => areaOf(id) === area)) {
    console.log(`${row.id}  ${row.statement}`)
    for (const file of provenBy.get(row.id) ?? [excuses.get(row.id)?.why ?? 'no test']) console.log(`    ${file}`)
  }
}
