import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say, secondsSince } from '../run/progress.mjs'
import { cacheFolder } from './workspace.mjs'

const pollMs = 200
const secondsBetweenLines = 4
/** A folder without a process id belongs to a holder that has just started, or died immediately. */
const ownerGraceMs = 2000

/** Any other folder with our process id is left over from an earlier process with that id. */
const held = new Set()

/** By boot and start time, since ids repeat. Linux only. @param {number} pid */
function birthOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): starttime is field 22; the name, field 2, may contain spaces and brackets.
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${began}`
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH'
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    const file = join(folder, 'pid')
    const [, pid = '', birth] = /^(\d+)(?: (.+))?$/.exec(readFileSync(file, 'utf8')) ?? []
    const owner = Number(pid)
    if (owner > 0) {
      if (owner === process.pid) return !held.has(folder)
      if (!lives(owner)) return true
      const found = birthOf(owner)
      return birth && found ? birth !== found : statSync(file).mtimeMs < Date.now() - uptime() * 1000
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') return false
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
  held.add(folder)
  writeFileSync(join(folder, 'pid'), [process.pid, birthOf(process.pid)].join(' ').trim())
  return true
}

/** @param {string} folder */
function letGo(folder) {
  held.delete(folder)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * The second waits. Creating a folder is atomic; the process id in it tells whether its holder lives.
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
      say(`Another process is doing this (${name}); waiting … ${secondsSince(startedAt)} s`)
    }
    await sleep(pollMs)
  }
  const release = () => letGo(folder)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}
