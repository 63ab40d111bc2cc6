// `--changed [commit]`: also the tests of what changed. `--mutate [folder…]`: the share of small errors that tests
// miss.
import { runChecks } from './check/run-checks.mjs'
import { runVisibly } from './run/command.mjs'
import { say } from './run/progress.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

/** @type {Record<string, string>} */
const programs = { '--changed': 'changed', '--mutate': 'mutate' }

await runScript(async () => {
  const [option, ...words] = process.argv.slice(2)
  await bootstrap()
  const main = option && programs[option]
  if (main)
    return runVisibly(localNode(), [inProject('scripts', main, 'main.ts'), ...words], { env: localEnvironment() })
  if (option !== undefined) throw new ScriptError(`Unknown option ${option}. Available: --changed, --mutate.`)
  const { passed, failed } = await runChecks()
  say(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
