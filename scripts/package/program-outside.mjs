import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Node runs no TypeScript below node_modules, where npx unpacks a release.
 * @param {string} release @param {string} folder @returns {string} a complete copy, one for each version
 */
export function programOutside(release, folder) {
  const { version } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  const program = join(folder, version)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const half = mkdtempSync(join(folder, 'copying-'))
  cpSync(release, half, { recursive: true, filter: path => !path.startsWith(join(release, 'node_modules')) })
  renameSync(half, program)
  return program
}
