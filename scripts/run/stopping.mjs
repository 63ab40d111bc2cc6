import { say } from './progress.mjs'
import { ScriptError } from './script-error.mjs'

/** npm forwards the Ctrl-C that the terminal also sends us: a second one this soon is the same key press. */
const samePressMs = 400
const patienceMs = 15_000
const parentPollMs = 300

/** Kills those that take too long. @param {import('./part.mjs').Part[]} parts */
export async function stopAll(parts) {
  const running = parts.filter(part => part.isRunning())
  for (const part of running) part.stop()
  const timer = setTimeout(() => {
    for (const part of running.filter(one => one.isRunning())) {
      say(`The ${part.name} did not stop within ${patienceMs / 1000} s; killing it`)
      part.kill()
    }
  }, patienceMs)
  await Promise.all(running.map(part => part.ended))
  clearTimeout(timer)
}

/**
 * npm ended by SIGTERM tells its children nothing; our changed parent process id shows that it is gone.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && onGone(), parentPollMs).unref()
}

/**
 * The first signal asks everything to end, a second kills it.
 * @param {() => import('./part.mjs').Part[]} parts
 * @returns {{ asked: Promise<void>, isAsked: () => boolean, close: () => void }} asked resolves at the first signal
 */
export function listenForStop(parts) {
  let askedAt = 0
  /** @type {() => void} */
  let resolveAsked = () => {}
  /** @type {Promise<void>} */
  const asked = new Promise(resolve => {
    resolveAsked = resolve
  })
  const ask = () => {
    if (askedAt > 0) return
    askedAt = Date.now()
    say('\nStopping … (Ctrl-C again to force)')
    resolveAsked()
  }
  const onSignal = () => {
    if (askedAt > 0 && Date.now() - askedAt > samePressMs) {
      say('Forced.')
      for (const part of parts()) part.kill()
      process.exit(130)
    }
    ask()
  }
  const npmWatch = watchNpm(ask)
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    asked,
    isAsked: () => askedAt > 0,
    close: () => {
      clearInterval(npmWatch)
      process.removeListener('SIGINT', onSignal)
      process.removeListener('SIGTERM', onSignal)
    },
  }
}

/** The relay ended to be started again with everything on its data folder, after a restore. */
const restartAllStatus = 76

/**
 * Until asked to stop or a part ends; leaves nothing running. Whether all is to be started again.
 * @param {import('./part.mjs').Part[]} parts
 * @param {ReturnType<typeof listenForStop>} stopping
 * @param {import('./part.mjs').Part[]} [companions] parts that the others can run without
 * @returns {Promise<boolean>} whether everything is to be started again
 * @throws {ScriptError} if a part ended unexpectedly
 */
export async function stayUntilStopped(parts, stopping, companions = []) {
  const crash = Promise.race(parts.map(part => part.ended.then(end => ({ part, end }))))
  const first = await Promise.race([stopping.asked, crash])
  await stopAll([...parts, ...companions])
  if (!first || stopping.isAsked()) {
    say('Stopped.')
    return false
  }
  if (first.end.code === restartAllStatus) {
    say('A backup was restored. Everything starts again with it.')
    return true
  }
  const how = first.end.signal ? `by signal ${first.end.signal}` : `with status ${first.end.code}`
  throw new ScriptError(
    `The ${first.part.name} ended unexpectedly (${how}). Its last lines:\n${first.part.lastWords()}`,
  )
}
