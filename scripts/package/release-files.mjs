import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cacheFolder, inProject, root } from '../setup/workspace.mjs'

/** Only for development. */
const left = [
  /^e2e\//,
  /^bench\//,
  /^dev\//,
  /^\.ci\//,
  /^apps\/\w+\/test\//,
  /\.test\.tsx?$/,
  /^vitest\.config/,
  /^knip/,
]

/** @param {string} path */
const isReleased = path => !left.some(pattern => pattern.test(path))

/** What a release contains: sources, documents, and the built console with the note of its sources. @returns {string[]} */
export function releaseFiles() {
  const output = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const kept = output.split('\0').filter(path => path !== '' && isReleased(path) && existsSync(inProject(path)))
  return [...kept, 'apps/console/dist', `${cacheFolder.slice(root.length + 1)}/console-built-from`]
}
