import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { checks } from '../check/checks.mjs'
import { runChecks } from '../check/run-checks.mjs'
import { say, secondsSince } from '../run/progress.mjs'
import { runScript } from '../run/script-error.mjs'
import { ensureBitcoind } from '../setup/bitcoind.mjs'
import { ensureTestBrowser } from '../setup/browser.mjs'
import { buildConsole, builtConsole } from '../setup/build-console.mjs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { readSource } from '../shape/read-source.ts'
import { isUnitTest } from '../testing/order/expected-seconds.ts'
import { runVitest } from '../testing/run-vitest.mjs'
import { measuredSeconds } from '../testing/test-seconds.mjs'
import { changedFiles, versionsOf } from './changed-files.ts'
import { changedTexts } from './changed-texts.ts'
import { chooseTests } from './choose-tests.ts'
import { type ChangedTexts, relatedTests } from './related-tests.ts'
import { withSlowness } from './slowness.ts'

// `npm run check -- --changed [commit]`: the checks, then tests, likeliest first; lists those that did not fit.

/** `toStart`: npm before this program, and Vitest after it. */
const seconds = { inAll: 60, toStart: 7, atLeast: 8 }
const isSource = /\.(ts|tsx|mts|mjs|js)$/
const usesConsole = /^(e2e|apps\/console\/test)\//
const listed = 12
const isBusyFrom = 1.5

const startedAt = Date.now()

/** Everything except the layout of unchanged files. */
function checksOf(changed: readonly string[]) {
  const there = changed.filter(path => existsSync(inProject(path)))
  return checks
    .filter(({ name }) => name !== 'lint and format' || there.length > 0)
    .map(check =>
      check.name === 'lint and format'
        ? { ...check, args: [...check.args, '--no-errors-on-unmatched', ...there] }
        : check,
    )
}

function findRelated(changed: readonly string[], texts: ChangedTexts): string[] {
  const sources = projectFiles().filter(path => isSource.test(path))
  return relatedTests(
    sources.map(path => readSource(path, readFileSync(inProject(path), 'utf8'))),
    changed,
    texts,
  )
}

function sayLeftOut(paths: readonly string[]): void {
  if (paths.length === 0) return
  say(`\nNot run, because they would take longer than ${seconds.inAll} s (npm test -- path runs one):`)
  for (const path of paths.slice(0, listed)) say(`  ${path}`)
  if (paths.length > listed) say(`  and ${paths.length - listed} more`)
}

async function runRelated(related: readonly string[], slowness: number) {
  if (related.length === 0) {
    say('No test depends on the changes.')
    return { passed: 0, failed: 0 }
  }
  if (slowness > isBusyFrom)
    say(`The machine is busy: everything takes ${slowness.toFixed(1)} times as long, so fewer tests fit.`)
  const wanted = chooseTests(related, timeLeft(slowness), measuredSeconds()).chosen
  const tools = await toolsOf(wanted)
  // Building the console takes time, too.
  const time = timeLeft(slowness)
  const { chosen } = chooseTests(wanted, time, measuredSeconds())
  say(
    `${chosen.length} of ${related.length} test files that need what has changed fit into ${Math.round(time.seconds)} s.`,
  )
  const tested = chosen.length > 0 ? await runVitest([...chosen], tools) : { passed: 0, failed: 0 }
  sayLeftOut(related.filter(path => !chosen.includes(path)))
  return tested
}

/** Measured in seconds of a machine that does nothing else. */
function timeLeft(slowness: number) {
  const left = seconds.inAll - seconds.toStart - (Date.now() - startedAt) / 1000
  return { seconds: Math.max(left / slowness, seconds.atLeast), workers: availableParallelism() }
}

/** The programs that these tests start, and the built console. */
async function toolsOf(tests: readonly string[]): Promise<Record<string, string>> {
  const tools: Record<string, string> = {}
  if (!tests.every(isUnitTest))
    Object.assign(tools, { CHROMIUM_PATH: await ensureTestBrowser(), BITCOIND: await ensureBitcoind() })
  if (tests.some(path => usesConsole.test(path))) {
    await buildConsole()
    tools.CONSOLE_DIST = builtConsole
  }
  return tools
}

await runScript(async () => {
  const changes = changedFiles(process.argv[2])
  const { since, files } = changes
  if (files.length === 0) {
    say(`Nothing differs from ${since}. To compare with another commit: npm run check -- --changed HEAD~1`)
    return 0
  }
  say(`${files.length} ${files.length === 1 ? 'file differs' : 'files differ'} from ${since}.`)
  const checked = await runChecks(checksOf(files))
  const texts = changedTexts(versionsOf(changes))
  const { result: related, slowness } = withSlowness(() => findRelated(files, texts))
  const tested = await runRelated(related, slowness)
  say(`${secondsSince(startedAt)} s in all`)
  say(`${checked.passed + tested.passed} passed, ${checked.failed + tested.failed} failed`)
  return checked.failed + tested.failed > 0 ? 1 : 0
})
