// Every page, into shots/. With --accept: retakes the pictures that tests compare with (e2e/pictures/kept).
import { runVisibly } from './run/command.mjs'
import { runScript } from './run/script-error.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { ensureTestBrowser } from './setup/browser.mjs'
import { buildConsole, builtConsole } from './setup/build-console.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  await bootstrap()
  const env = { ...localEnvironment(), CHROMIUM_PATH: await ensureTestBrowser(), CONSOLE_DIST: builtConsole }
  await buildConsole()
  const args = process.argv.slice(2)
  const script = args.includes('--accept') ? 'accept-screens.ts' : 'shots.ts'
  return runVisibly(localNode(), [inProject('e2e', 'pictures', script), ...args], { env })
})
