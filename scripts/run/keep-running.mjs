import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './progress.mjs'

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** After running this long, the crash was not the start's fault: the pauses start over. */
const steadyMs = 5 * 60_000

/** @param {number} milliseconds */
const wait = milliseconds => sleep(milliseconds, undefined, { ref: false })

/**
 * After a second, then twice as long each time, up to a minute.
 * @template Ready
 * @param {import('./part.mjs').Part<Ready>} first a part that was ready
 * @param {{ startAgain: () => import('./part.mjs').Part<Ready>, isOver: () => boolean, pause?: (milliseconds: number) => Promise<void>, now?: () => number, }} options isOver: everything is about to end, so nothing is restarted
 * @returns {Promise<void>} resolves once it is over
 */
export async function keepRunning(first, { startAgain, isOver, pause = wait, now = Date.now }) {
  let part = first
  let startedAt = now()
  let crashes = 0
  for (;;) {
    const { code, signal } = await part.ended
    if (isOver()) return
    crashes = now() - startedAt >= steadyMs ? 1 : crashes + 1
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (crashes - 1))
    const how = signal ? `by signal ${signal}` : `with status ${code}`
    say(
      `The ${part.name} ended unexpectedly (${how}). Everything else keeps running; it restarts in ${pauseMs / 1000} s. ` +
        `Its last lines:\n${part.lastWords()}`,
    )
    await pause(pauseMs)
    if (isOver()) return
    part = startAgain()
    startedAt = now()
    const { name, ready } = part
    ready.then(
      () => say(`The ${name} is back.`),
      // The end follows from it and is reported then.
      () => undefined,
    )
  }
}
