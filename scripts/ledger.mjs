import { runVisibly } from './run/command.mjs'
import { runScript } from './run/script-error.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  await bootstrap()
  const args = [inProject('scripts', 'ledger', 'main.ts'), ...process.argv.slice(2)]
  return runVisibly(localNode(), args, { env: localEnvironment() })
})
