import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines } from '../run/command.mjs'
import { withProgress } from '../run/progress.mjs'
import { ScriptError } from '../run/script-error.mjs'
import { assertNodeRuns, nodePackage } from './local-node.mjs'
import { runNpm } from './npm.mjs'
import { cacheFolder, inProject } from './workspace.mjs'

const folder = join(cacheFolder, 'node')

/** The first minor version that installs everything, by line of Node. Unlisted lines are too old below 24. */
const firstGoodMinor = new Map([
  [20, 19],
  [22, 13],
  [23, 5],
])

/**
 * npm silently skips optional packages that do not list its Node, such as the native parts of Vite.
 * @param {string} version for example "18.20.8"
 */
export function leavesPackagesOut(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 24 && minor < (firstGoodMinor.get(major) ?? Number.POSITIVE_INFINITY)
}

/** @param {string} name a package @returns a project that requires only this package, with the hash in our lock file */
function projectFor(name) {
  const { optional, ...entry } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages[
    `node_modules/${name}`
  ]
  const manifest = { name: 'node-for-installing', private: true, dependencies: { [name]: entry.version } }
  const packages = { '': manifest, [`node_modules/${name}`]: entry }
  return { manifest, lock: { name: manifest.name, lockfileVersion: 3, requires: true, packages }, bin: entry.bin.node }
}

/**
 * Node 26, downloaded if ours is too old.
 * @param {(node: string | undefined) => Promise<void>} work gets the Node to use; undefined for the current one
 * @throws {ScriptError} if it cannot be downloaded
 */
export async function withNewerNode(work) {
  const name = nodePackage()
  if (!name || !leavesPackagesOut(process.versions.node)) return work(undefined)
  const { manifest, lock, bin } = projectFor(name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  await withProgress(`Fetching Node 26, to install with (this is ${process.versions.node})`, async () => {
    const result = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    if (result.code !== 0) throw new ScriptError(`npm could not fetch Node 26:\n${lastLines(result.output, 20)}`)
  })
  try {
    const node = join(folder, 'node_modules', name, bin)
    assertNodeRuns(node)
    await work(node)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
