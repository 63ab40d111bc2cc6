import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
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

// `npm run check -- --mutate [folder…] [--seconds 120] [--seed 1]`: puts small errors into the sources of a folder, one at
// a time, and runs the unit tests that reach them, and then those of the wallet's scripted network, which also start no
// program. A mutant that passes survives: nobody would notice that error. After the time for a folder, the rest is left
// out; the seed decides which come first.

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

const tests = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'apps/wallet/test/payments/*.test.ts']
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isUnitTest = (path: string) => isTest(path) && /^(apps|packages)\/[^/]+\/src\//.test(path)
/** A whole wallet on a network that the test plays: seconds instead of milliseconds. */
const isScripted = (path: string) =>
  /^apps\/wallet\/test\/payments\/.*\.test\.ts$/.test(path) &&
  readFileSync(inProject(path), 'utf8').includes('support/scripted-world.ts')

const paths = projectFiles().filter(path => /\.(ts|tsx)$/.test(path))

/** The unit tests that need any of the files, nearest first, as many as fit; then those of the scripted network. */
function testsOf(sources: readonly string[]): readonly string[] {
  const files = paths.map(path => readSource(path, readFileSync(inProject(path), 'utf8')))
  const related = relatedTests(files, sources)
  const { chosen } = chooseTests(related.filter(isUnitTest), { seconds: testSeconds, workers: 1 }, measuredSeconds())
  return [...chosen, ...related.filter(isScripted)]
}

/** Every mutant of a folder's sources, and their code with all of them. */
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

/** The test beside a source is asked first, the slow ones one by one at the end. */
async function survives(session: Session, { id, path }: Mutant, seen: ReadonlyMap<string, Seen>): Promise<boolean> {
  const reaching = [...seen].filter(([, { reached }]) => reached.includes(id)).map(([test]) => test)
  const own = `${basename(path).replace(/\.tsx?$/, '')}.test.`
  const first = reaching.filter(test => basename(test).startsWith(own))
  const rest = reaching.filter(test => !first.includes(test) && isUnitTest(test))
  const slow = reaching.filter(test => !isUnitTest(test)).map(test => [test])
  for (const tests of [first, rest, ...slow]) {
    if (tests.length > 0 && !(await session.survives(id, tests))) return false
  }
  return true
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
    let tried = 0
    for (const mutant of shuffled(mutants, seed)) {
      if (Date.now() > until) break
      tried += 1
      if (await survives(session, mutant, seen)) survived.push(mutant)
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
