import { availableParallelism } from 'node:os'
import { runQuietly } from '../run/command.mjs'
import { say, secondsSince } from '../run/progress.mjs'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { checks } from './checks.mjs'

/** @param {import('./checks.mjs').Check} check @returns {Promise<boolean>} did it pass? */
async function runCheck(check) {
  const startedAt = Date.now()
  const result = await runQuietly(localNode(), check.args, { env: localEnvironment() })
  const passed = result.code === 0
  say(`${passed ? 'ok    ' : 'FAILED'}  ${check.name.padEnd(16)} ${secondsSince(startedAt)} s`)
  const warned = check.warning !== undefined && result.output.includes(check.warning)
  if (!passed || warned) say(`\n${result.output.trimEnd()}\n`)
  return passed
}

/**
 * One per processor at a time; the full output of those that fail or warn.
 * @param {import('./checks.mjs').Check[]} [chosen] default: all checks
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(chosen = checks) {
  const waiting = [...chosen]
  /** @type {boolean[]} */
  const results = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await runCheck(check))
  }
  say(`Checking: ${chosen.map(check => check.name).join(', ')} …`)
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, worker))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
