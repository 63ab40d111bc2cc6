import { execFileSync, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** @param {string} command @param {readonly string[]} words */
export const runs = (command, words) => spawnSync(command, words, { stdio: 'ignore' }).status === 0

/** @param {string} command @param {readonly string[]} words @param {import('node:child_process').ExecFileSyncOptions} [options] its output; throws with what it said */
export function outputOf(command, words, options = {}) {
  try {
    return String(
      execFileSync(command, words, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26, ...options }),
    ).trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: unknown, stderr?: unknown }} */ (error)
    throw new Error(`${command} ${words.join(' ').slice(0, 200)}\n${`${stdout}${stderr}`.slice(-3000)}`)
  }
}

/** @param {string[]} words */
export const docker = (...words) => outputOf('docker', words)

/** @template T @param {string} what @param {() => T | undefined | Promise<T | undefined>} look @param {number} [seconds] */
export async function until(what, look, seconds = 300) {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(250)
  }
}

/** What a program inside says, or undefined. @param {string} container @param {string[]} words */
export function said(container, ...words) {
  const { status, stdout } = spawnSync('docker', ['exec', container, ...words], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
