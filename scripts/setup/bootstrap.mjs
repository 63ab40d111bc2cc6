import { lastLines } from '../run/command.mjs'
import { withProgress } from '../run/progress.mjs'
import { ScriptError } from '../run/script-error.mjs'
import { isInstalled, markInstalled } from './installed-packages.mjs'
import { assertNodeRuns, isMusl, localNode } from './local-node.mjs'
import { withNewerNode } from './newer-node.mjs'
import { runNpm } from './npm.mjs'
import { onlyOne } from './only-one.mjs'
import { inProject } from './workspace.mjs'

const oldestMajor = 18

/** Windows cannot remove the Node that runs this script, so there npm updates the folder in place. */
function installArguments() {
  const runsFromModules = process.execPath.startsWith(inProject('node_modules'))
  return process.platform === 'win32' && runsFromModules ? ['install', '--no-save'] : ['ci']
}

async function install() {
  const args = installArguments()
  await withNewerNode(node =>
    withProgress(`Installing packages from the lock file (npm ${args.join(' ')}, about half a minute)`, async () => {
      const result = await runNpm(args, { ...(node && { node }) })
      if (result.code !== 0)
        throw new ScriptError(`npm could not install the packages:\n${lastLines(result.output, 30)}`)
    }),
  )
  assertNodeRuns(localNode())
  markInstalled()
}

/**
 * Costs almost nothing if it is already installed.
 * @throws {ScriptError} if this machine cannot run the project, or npm fails
 */
export async function bootstrap() {
  if (Number(process.versions.node.split('.')[0]) < oldestMajor)
    throw new ScriptError(
      `This is Node ${process.versions.node}; the project needs Node ${oldestMajor} or newer to start with.`,
    )
  if (isInstalled()) return
  if (isMusl())
    throw new ScriptError(
      'This Linux has musl instead of glibc (Alpine and the like), and the packaged Node 26 needs glibc. ' +
        'Use a Debian, Ubuntu, Fedora or other glibc system or image, for example node:26-slim.',
    )
  await onlyOne('install', async () => {
    if (!isInstalled()) await install()
  })
}
