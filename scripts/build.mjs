import { runScript } from './run/fault.mjs'
import { say } from './run/progress.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { buildConsole } from './setup/build-console.mjs'

await runScript(async () => {
  await bootstrap()
  await buildConsole()
  say('The console is built: apps/console/dist')
  return 0
})
