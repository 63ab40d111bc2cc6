import { say } from './run/progress.mjs'
import { runScript } from './run/script-error.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { buildConsole } from './setup/build-console.mjs'

await runScript(async () => {
  await bootstrap()
  await buildConsole()
  say('The console is built: apps/console/dist')
  return 0
})
