import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { coverageOf, mistakesIn } from './coverage.ts'
import { areaOf, readRows } from './rows.ts'

// `npm run ledger`: the number of tested rows in each area, and the untested ones with their reason. `npm run ledger --
// AUTH`: each row of one area with its tests. Fails on an id that matches no row, and on a row without test or reason.

const ownTests = 'scripts/ledger/coverage.test.ts'
const read = (path: string) => readFileSync(inProject(path), 'utf8')
// The NP rows list what the specification excludes.
const ledger = readRows(read('docs/specification/ledger.md')).filter(({ id }) => areaOf(id) !== 'NP')
const rulings = readRows(read('docs/specification/rulings.md'))
const testFiles = projectFiles().filter(file => /\.test\.tsx?$/.test(file) && file !== ownTests)
const reasons = new Map(readRows(read('docs/specification/unproven.md')).map(({ id, statement }) => [id, statement]))
const { provenBy, unknown } = coverageOf([...ledger, ...rulings], new Map(testFiles.map(file => [file, read(file)])))

const [only] = process.argv.slice(2)
if (only === undefined) printUnproven()
else if (only !== '--check') printArea(only)
const mistakes = [
  ...unknown.map(({ id, file }) => `${file} names ${id}, which is no row of the ledger.`),
  ...mistakesIn(reasons.keys(), ledger, provenBy),
]
for (const mistake of mistakes) console.error(mistake)
process.exitCode = mistakes.length > 0 ? 1 : 0

function printUnproven(): void {
  const areas = Map.groupBy(ledger, ({ id }) => areaOf(id))
  for (const { id, statement } of ledger) {
    if (!provenBy.has(id)) console.log(`${id}  ${statement}\n    ${reasons.get(id) ?? 'no reason given'}`)
  }
  console.log()
  for (const [area, rows] of areas) {
    console.log(`${area}: ${rows.filter(({ id }) => provenBy.has(id)).length} of ${rows.length}`)
  }
  const proven = ledger.filter(({ id }) => provenBy.has(id)).length
  console.log(`${proven} of ${ledger.length} rows of the ledger are named by a test.`)
}

function printArea(area: string): void {
  for (const { id, statement } of [...ledger, ...rulings].filter(row => areaOf(row.id) === area)) {
    console.log(`${id}  ${statement}`)
    for (const file of provenBy.get(id) ?? [reasons.get(id) ?? 'no test']) console.log(`    ${file}`)
  }
}
