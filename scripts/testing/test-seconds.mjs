import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cacheFolder, root } from '../setup/workspace.mjs'

const secondsFile = join(cacheFolder, 'test-seconds.json')

/**
 * @typedef {object} FileTimes the parts of Vitest's JSON report that we read
 * @property {{ name: string, startTime?: number, endTime?: number }[]} testResults times in milliseconds
 */

/**
 * By its path in the project; empty before the first run.
 * @param {string} [file]
 * @returns {Record<string, number>} empty before the first run
 */
export const measuredSeconds = (file = secondsFile) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** Those of other files stay. @param {FileTimes} report @param {string} [file] */
export function rememberSeconds({ testResults }, file = secondsFile) {
  const seconds = measuredSeconds(file)
  for (const { name, startTime, endTime } of testResults) {
    if (startTime === undefined || endTime === undefined) continue
    seconds[relative(root, name).replaceAll('\\', '/')] = Math.round((endTime - startTime) / 100) / 10
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(seconds))
}
