import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say, secondsSince } from '../run/progress.mjs'
import { cacheFolder } from './workspace.mjs'

const pollMs = 200
const secondsBetweenLines = 4
/** A folder without a process id in it is a holder that has only just come, or one that died at once. */
const ownerGraceMs = 2000

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    const owner = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    process.kill(owner, 0)
    return false
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code
    if (code === 'ESRCH') return true
    if (code !== 'ENOENT') return false
  }
  try {
    return Date.now() - statSync(folder).mtimeMs > ownerGraceMs
  } catch {
    return false
  }
}

/** @param {string} folder */
function tryToHold(folder) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  return true
}

/**
 * Do something that two scripts must not do at the same time: the second waits for the first, and says so.
 * Making a folder is atomic on every platform, so the folder is the lock; the process id in it tells whether its holder lives.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onlyOne(name, work) {
  const folder = join(cacheFolder, `lock-${name}`)
  mkdirSync(cacheFolder, { recursive: true })
  const startedAt = Date.now()
  let saidAt = 0
  while (!tryToHold(folder)) {
    if (isAbandoned(folder)) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    if (Date.now() - saidAt > secondsBetweenLines * 1000) {
      saidAt = Date.now()
      say(`Another process is at it (${name}); waiting … ${secondsSince(startedAt)} s`)
    }
    await sleep(pollMs)
  }
  const release = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}
