// `npm test [-- unit | integration | e2e | part/of/a/path]`; with a filter, without the checks.
import { runChecks } from './check/run-checks.mjs'
import { listNotRun } from './run/not-run.mjs'
import { say, secondsSince } from './run/progress.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { ensureBitcoind } from './setup/bitcoind.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { ensureTestBrowser } from './setup/browser.mjs'
import { buildConsole, builtConsole } from './setup/build-console.mjs'
import { canInstallJudge } from './setup/judge-packages.mjs'
import { canMakeHosts } from './setup/network-namespaces.mjs'
import { findPostgres } from './setup/postgres.mjs'
import { runVitest } from './testing/run-vitest.mjs'

async function buildCounted() {
  try {
    await buildConsole()
    return { passed: 1, failed: 0 }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    say(error.message)
    return { passed: 0, failed: 1 }
  }
}

/** @param {string[]} filters */
async function runEverything(filters) {
  await bootstrap()
  const browser = await ensureTestBrowser()
  const bitcoind = await ensureBitcoind()
  const [postgres, isJudgeThere, hasHosts] = await Promise.all([
    findPostgres(process.env),
    canInstallJudge(),
    canMakeHosts(),
  ])
  // The types, which take longest, leave a core to the console.
  const [checked, built] = await Promise.all([
    filters.length > 0 ? { passed: 0, failed: 0 } : runChecks(),
    buildCounted(),
  ])
  const tested = await runVitest(filters, {
    CHROMIUM_PATH: browser,
    BITCOIND: bitcoind,
    ...(postgres && { POSTGRES: postgres }),
    ...(isJudgeThere && { INSTALL_JUDGE: '1' }),
    ...(hasHosts && { NETWORK_NAMESPACES: '1' }),
    ...(built.failed === 0 && { CONSOLE_DIST: builtConsole }),
  })
  const sum = (/** @type {'passed' | 'failed'} */ key) => checked[key] + built[key] + tested[key]
  return { passed: sum('passed'), failed: sum('failed'), skipped: tested.skipped }
}

await runScript(async () => {
  const startedAt = Date.now()
  try {
    const { passed, failed, skipped } = await runEverything(process.argv.slice(2))
    for (const line of await listNotRun(process.env)) say(line)
    say(`${skipped > 0 ? `${skipped} skipped, ` : ''}${secondsSince(startedAt)} s in all`)
    say(`${passed} passed, ${failed} failed`)
    return failed > 0 ? 1 : 0
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error)
    say('0 passed, 1 failed')
    return 1
  }
})
