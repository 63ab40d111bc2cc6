// What an operator does on the server itself, while the relay runs or not: `npm run admin -- <command>`. Without a command
// it lists them.
import { runVisibly } from './run/command.mjs'
import { runScript } from './run/fault.mjs'
import { readPlace } from './run/ports.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  const { dataDir } = readPlace(process.env)
  await bootstrap()
  const program = inProject('apps', 'relay', 'src', 'admin-command', 'main.ts')
  const env = { ...localEnvironment(), DATA_DIR: dataDir }
  return runVisibly(localNode(), [program, ...process.argv.slice(2)], { env })
})
