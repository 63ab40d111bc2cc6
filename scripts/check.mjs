import { runChecks } from './check/run-checks.mjs'
import { runScript } from './run/fault.mjs'
import { say } from './run/progress.mjs'
import { bootstrap } from './setup/bootstrap.mjs'

await runScript(async () => {
  await bootstrap()
  const { passed, failed } = await runChecks()
  say(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
