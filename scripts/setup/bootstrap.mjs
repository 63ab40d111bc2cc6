import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lastLines, runQuietly } from '../run/command.mjs'
import { Fault } from '../run/fault.mjs'
import { withProgress } from '../run/progress.mjs'
import { isInstalled, markInstalled } from './installed-packages.mjs'
import { isMusl } from './local-node.mjs'
import { onlyOne } from './only-one.mjs'
import { inProject } from './workspace.mjs'

const oldestMajor = 18

/** @returns {{ file: string, args: string[], shell: boolean }} how to call the npm that called us, or the one on the PATH */
function npmCommand() {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js' && existsSync(cli))
    return { file: process.env.npm_node_execpath ?? process.execPath, args: [cli], shell: false }
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  if (existsSync(beside)) return { file: process.execPath, args: [beside], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/**
 * Run npm in the project folder; its warnings and errors are kept even where our caller was told to be silent.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runNpm(args, env) {
  const npm = npmCommand()
  return runQuietly(npm.file, [...npm.args, ...args, '--loglevel=error'], { shell: npm.shell, ...(env && { env }) })
}

/** Windows cannot remove the Node that runs this very script, so there npm mends the folder in place. */
function installArguments() {
  const runsFromModules = process.execPath.startsWith(inProject('node_modules'))
  return process.platform === 'win32' && runsFromModules ? ['install', '--no-save'] : ['ci']
}

async function install() {
  const args = installArguments()
  await withProgress(
    `Installing packages from the lock file (npm ${args.join(' ')}, about half a minute)`,
    async () => {
      const result = await runNpm(args)
      if (result.code !== 0) throw new Fault(`npm could not install the packages:\n${lastLines(result.output, 30)}`)
    },
  )
  markInstalled()
}

/**
 * Make sure that what the lock file names is installed. Costs next to nothing when it is.
 * @throws {Fault} when this machine cannot run the project, or npm fails
 */
export async function bootstrap() {
  if (Number(process.versions.node.split('.')[0]) < oldestMajor)
    throw new Fault(
      `This is Node ${process.versions.node}; the project needs Node ${oldestMajor} or newer to start with.`,
    )
  if (isInstalled()) return
  if (isMusl())
    throw new Fault(
      'This Linux has musl instead of glibc (Alpine and the like), and the packaged Node 26 needs glibc. ' +
        'Use a Debian, Ubuntu, Fedora or other glibc system or image, for example node:26-slim.',
    )
  await onlyOne('install', async () => {
    if (!isInstalled()) await install()
  })
}
