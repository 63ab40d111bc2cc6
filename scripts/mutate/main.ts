import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseTests } from '../changed/choose-tests.ts'
import { relatedTests } from '../changed/related-tests.ts'
import { say } from '../run/progress.mjs'
import { runScript, ScriptError } from '../run/script-error.mjs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { readSource } from '../shape/read-source.ts'
import { measuredSeconds } from '../testing/test-seconds.mjs'
import { type Mutant, withMutants } from './mutants.ts'
import { shuffled } from './sample.ts'
import { type Seen, Session } from './session.ts'

// `npm run check -- --mutate [folder…] [--seconds 120] [--seed 1]`: a mutant that passes all tests survives.

const folders = [
  'apps/relay/src/policy',
  'apps/relay/src/statistics',
  'apps/wallet/src/coins',
  'apps/wallet/src/send',
  'apps/console/src/features/auth/account',
]
/** For one run of all tests that need a folder: the nearest come first. */
const testSeconds = 10
const shownChars = 60
/** Each test file starts once per batch; after the time, the batch that has begun is still tried. */
const batchSize = 250

const tests = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'apps/wallet/test/sending/*.test.ts']
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isUnitTest = (path: string) => isTest(path) && /^(apps|packages)\/[^/]+\/src\//.test(path)
/** Tests of a room's parts together, in this process. */
const isInProcess = (path: string) => /^apps\/wallet\/test\/sending\/.*\.test\.ts$/.test(path)

const paths = projectFiles().filter(path => /\.(ts|tsx)$/.test(path))

/** The tests in this process that need any of the files: the nearest first, unit tests as many as fit. */
function testsOf(sources: readonly string[]): readonly string[] {
  const files = paths.map(path => readSource(path, readFileSync(inProject(path), 'utf8')))
  const related = relatedTests(files, sources)
  const { chosen } = chooseTests(related.filter(isUnitTest), { seconds: testSeconds, workers: 1 }, measuredSeconds())
  return [...related.filter(isInProcess), ...chosen]
}

function mutantsOf(sources: readonly string[]): { mutants: Mutant[]; code: Map<string, string> } {
  const mutants: Mutant[] = []
  const code = new Map<string, string>()
  for (const path of sources) {
    const made = withMutants(path, readFileSync(inProject(path), 'utf8'), mutants.length + 1)
    mutants.push(...made.mutants)
    code.set(inProject(path), made.code)
  }
  return { mutants, code }
}

/** Which of these mutants no test notices. */
async function survivors(session: Session, tried: readonly Mutant[], seen: ReadonlyMap<string, Seen>) {
  const open = new Set(tried.map(({ id }) => id))
  for (const [test, file] of seen) {
    const reached = new Set([...file.tests.values()].flatMap(one => [...one.reached.intersection(open)]))
    if (reached.size === 0) continue
    for (const id of await session.noticed(test, reached, file)) open.delete(id)
  }
  // What is only asked while a file is imported, as constants are, needs a run of its own.
  for (const id of [...open]) {
    const importing = [...seen].filter(([, { outside }]) => outside.has(id)).map(([test]) => test)
    for (const test of importing) if (open.has(id) && !(await session.survives(id, [test]))) open.delete(id)
  }
  return tried.filter(({ id }) => open.has(id))
}

/** What each test reaches. A test that fails here proves nothing, and is left out. */
async function lookAround(session: Session, tests: readonly string[]): Promise<Map<string, Seen>> {
  const found = await session.look(tests.map(path => inProject(path)))
  for (const [test, seen] of found)
    if (seen instanceof Error) say(`  Left out, since it fails without a mutant: ${test}: ${seen.message}`)
  return new Map([...found].flatMap(([test, seen]) => (seen instanceof Error ? [] : [[test, seen] as const])))
}

const shown = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > shownChars ? `${line.slice(0, shownChars - 1)}…` : line
}

async function mutateFolder(folder: string, seconds: number, seed: number): Promise<void> {
  const sources = paths.filter(path => path.startsWith(folder) && !isTest(path))
  if (sources.length === 0)
    throw new ScriptError(`${folder} has no sources. Name a folder or file relative to the project.`)
  const { mutants, code } = mutantsOf(sources)
  const session = await Session.open({ root: inProject(), include: tests, sources: code })
  try {
    const seen = await lookAround(session, testsOf(sources))
    const until = Date.now() + seconds * 1000
    const survived: Mutant[] = []
    const ordered = shuffled(mutants, seed)
    let tried = 0
    while (tried < ordered.length && Date.now() < until) {
      const batch = ordered.slice(tried, tried + batchSize)
      survived.push(...(await survivors(session, batch, seen)))
      tried += batch.length
    }
    for (const { path, line, was, becomes } of survived.toSorted((one, other) => one.id - other.id))
      say(`  ${path}:${line}  ${shown(was)} → ${shown(becomes)}`)
    const share = tried === 0 ? 0 : (100 * survived.length) / tried
    say(`${folder}: ${survived.length} of ${tried} mutants survived (${share.toFixed(1)} %), ${mutants.length} in all`)
  } finally {
    await session.close()
  }
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } },
  })
  for (const folder of positionals.length > 0 ? positionals : folders)
    await mutateFolder(folder.replace(/\/$/, ''), Number(values.seconds), Number(values.seed))
  return 0
})
