import { join } from 'node:path'
import { runVisibly } from './run/command.mjs'
import { readPlace } from './run/ports.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { isInstalled } from './setup/installed-packages.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { inProject } from './setup/workspace.mjs'

await runScript(async () => {
  const { dataDir } = readPlace(process.env)
  if (!isInstalled())
    throw new ScriptError(
      'The packages of this version are not installed. ' +
        'Stop the relay that runs, if one does, and start the one of this version first: npm start',
    )
  const program = inProject('apps', 'wallet', 'src', 'wallet-command', 'main.ts')
  const env = { ...localEnvironment(), DATA_DIR: join(dataDir, 'wallet') }
  return runVisibly(localNode(), [program, ...process.argv.slice(2)], { env })
})
