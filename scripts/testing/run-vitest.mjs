import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runVisibly } from '../run/command.mjs'
import { say } from '../run/progress.mjs'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { cacheFolder, inProject } from '../setup/workspace.mjs'
import { countResults } from './count-results.mjs'

const reportFile = join(cacheFolder, 'test-results.json')
const projects = ['unit', 'integration', 'e2e']

/**
 * Run tests with Vitest and count them from its own report.
 * @param {string[]} filters names of projects, and parts of paths; all tests when there is none
 * @param {Record<string, string>} tools executables that the tests start, by the variables that name them
 * @returns {Promise<import('./count-results.mjs').Counts>}
 */
export async function runVitest(filters, tools) {
  mkdirSync(cacheFolder, { recursive: true })
  rmSync(reportFile, { force: true })
  const args = [
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...filters.map(filter => (projects.includes(filter) ? `--project=${filter}` : filter)),
    '--reporter=default',
    '--reporter=json',
    `--reporter=${inProject('scripts', 'testing', 'second-tries.ts')}`,
    `--outputFile.json=${reportFile}`,
  ]
  const code = await runVisibly(localNode(), args, { env: { ...localEnvironment(), ...tools } })
  if (!existsSync(reportFile)) {
    say('Vitest ended without a report.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const counts = countResults(JSON.parse(readFileSync(reportFile, 'utf8')))
  const { passed, failed } = counts
  // An error outside any test, or a run without one, ends Vitest with a status and shows in no count.
  return failed === 0 && (code !== 0 || passed === 0) ? { ...counts, failed: 1 } : counts
}
