import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runVisibly } from '../run/command.mjs'
import { say } from '../run/progress.mjs'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { cacheFolder, inProject } from '../setup/workspace.mjs'
import { countResults } from './count-results.mjs'
import { turnCount, turnOfRun } from './order/turn-of-run.mjs'
import { filesToTryAgain, withSecondTry } from './second-try.mjs'
import { slowestFiles, slowestTests } from './slowest-tests.mjs'
import { rememberSeconds } from './test-seconds.mjs'

const reportFile = join(cacheFolder, 'test-results.json')
/** Another one shows which tests need each other: `TEST_SEED=$RANDOM npm test`. */
const usualSeed = '2026'
/** Twice what a whole run takes. */
const limitMs = 40 * 60_000
const projects = ['unit', 'postgres', 'integration', 'e2e']

/**
 * A few failed files get a second try; what passes only then is listed.
 * @param {string[]} filters names of projects, and parts of paths; default: all tests
 * @param {Record<string, string>} tools executables that the tests start, by their variables
 * @returns {Promise<import('./count-results.mjs').Counts>}
 */
export async function runVitest(filters, tools) {
  const turn = filters.length === 0 ? await turnOfRun(process.env) : undefined
  if (turn) say(`Turn ${turn} of ${turnCount} of the tests in long files; TEST_TURN=all runs all.`)
  const env = { ...tools, TEST_TURN: String(turn ?? 'all') }
  // No report: Vitest itself stood still and was killed; where it was is printed.
  const first = (await runOnce(filters, env)) ?? (await runOnce(filters, env))
  if (!first) return { passed: 0, failed: 1, skipped: 0 }
  if (filters.length === 0) saySlowest(first)
  const again = filters.length === 0 ? filesToTryAgain(first.report) : []
  const second = again.length > 0 ? await runOnce(again, env) : undefined
  if (!second) return countRun(first)
  const { report, onlyThen } = withSecondTry(first.report, second.report)
  for (const name of onlyThen) say(`Passed only when tried again: ${name}`)
  return countRun({ report, code: second.code })
}

/**
 * @typedef {object} Run
 * @property {import('./count-results.mjs').VitestReport & import('./test-seconds.mjs').FileTimes} report
 * @property {number} code
 *
 * @param {string[]} filters
 * @param {Record<string, string>} tools
 * @returns {Promise<Run | undefined>} undefined if it left no report
 */
async function runOnce(filters, tools) {
  mkdirSync(cacheFolder, { recursive: true })
  rmSync(reportFile, { force: true })
  const args = [
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...filters.map(filter => (projects.includes(filter) ? `--project=${filter}` : filter)),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]
  const seed = process.env.TEST_SEED ?? usualSeed
  say(`Tests are shuffled by TEST_SEED=${seed}.`)
  const env = { ...localEnvironment(), ...tools, TEST_SEED: seed }
  const code = await runVisibly(localNode(), args, { env, ...(!process.env.THOROUGH && { limitMs }) })
  if (!existsSync(reportFile)) {
    say(`Vitest left no report: it failed, or was killed after ${limitMs / 60_000} minutes.`)
    return undefined
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  rememberSeconds(report)
  return { report, code }
}

/** @param {Run} run */
function saySlowest({ report }) {
  say('The twenty slowest files:')
  for (const { file, seconds } of slowestFiles(report, 20)) {
    say(`${seconds.toFixed(1).padStart(6)} s  ${relative(inProject(), file)}`)
  }
  say('The twenty slowest tests:')
  for (const { file, title, millis } of slowestTests(report, 20)) {
    say(`${(millis / 1000).toFixed(1).padStart(6)} s  ${relative(inProject(), file)}  ${title}`)
  }
}

/** An error outside any test, or a run without tests, only shows in Vitest's exit status. @param {Run} run */
function countRun({ report, code }) {
  const counts = countResults(report)
  const { passed, failed } = counts
  return failed === 0 && (code !== 0 || passed === 0) ? { ...counts, failed: 1 } : counts
}
