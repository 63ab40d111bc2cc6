import { readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { coverageOf } from './coverage.ts'
import { areaOf, readRows } from './rows.ts'

// `npm run ledger`: the number of tested rows in each area, and the untested ones. `npm run ledger -- AUTH`: each row
// of one area with its tests. Fails on an id that matches no row.

const ownTests = 'scripts/ledger/coverage.test.ts'
const read = (path: string) => readFileSync(inProject(path), 'utf8')
// The NP rows list what the specification excludes.
const ledger = readRows(read('docs/specification/ledger.md')).filter(({ id }) => areaOf(id) !== 'NP')
const rulings = readRows(read('docs/specification/rulings.md'))
const testFiles = projectFiles().filter(file => /\.test\.tsx?$/.test(file) && file !== ownTests)
const { provenBy, unknown } = coverageOf([...ledger, ...rulings], new Map(testFiles.map(file => [file, read(file)])))

const [only] = process.argv.slice(2)
if (only === undefined) printUnproven()
else if (only !== '--check') printArea(only)
for (const { id, file } of unknown) console.error(`${file} names ${id}, which is no row of the ledger.`)
process.exitCode = unknown.length > 0 ? 1 : 0

function printUnproven(): void {
  const areas = Map.groupBy(ledger, ({ id }) => areaOf(id))
  for (const { id, statement } of ledger) if (!provenBy.has(id)) console.log(`${id}  ${statement}`)
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
    for (const file of provenBy.get(id) ?? ['no test']) console.log(`    ${file}`)
  }
}
