// Screenshots of every page, written to shots/ and docs/screenshot.png by e2e/shots.ts. Arguments are handed on.
import { runVisibly } from './run/command.mjs'
import { runScript } from './run/fault.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { buildConsole } from './setup/build-console.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  await bootstrap()
  const env = { ...localEnvironment(), CHROMIUM_PATH: await ensureBrowser() }
  await buildConsole()
  return runVisibly(localNode(), [inProject('e2e', 'shots.ts'), ...process.argv.slice(2)], { env })
})
