import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { nodePackage } from './local-node.mjs'
import { inProject } from './workspace.mjs'

const lockFile = inProject('package-lock.json')
/** Inside node_modules, in order to be removed with it. */
const stampFile = inProject('node_modules', '.installed-from')
/** npm's own record of what it installed. */
const npmNote = inProject('node_modules', '.package-lock.json')

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, resolved?: string }>} LockedPackages */

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

/** @param {string} file @returns {LockedPackages} */
const readPackages = file => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * Then someone has installed by hand, and we need not.
 * @param {LockedPackages} locked
 * @param {LockedPackages} present
 */
export function sameVersions(locked, present) {
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    if (!found) return entry.optional === true
    return entry.link ? found.link === true : found.version === entry.version
  })
}

function platformPackageThere() {
  const name = nodePackage()
  return !name || existsSync(inProject('node_modules', name, 'package.json'))
}

/** Does node_modules match the lock file? */
export function isInstalled() {
  if (!existsSync(npmNote) || !platformPackageThere()) return false
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true
  if (!sameVersions(readPackages(lockFile), readPackages(npmNote))) return false
  markInstalled()
  return true
}

/** Records which lock file the packages came from. */
export const markInstalled = () => writeFileSync(stampFile, lockHash())
