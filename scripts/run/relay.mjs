import { setTimeout as sleep } from 'node:timers/promises'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { inProject } from '../setup/workspace.mjs'
import { startPart } from './part.mjs'
import { portInUse } from './ports.mjs'
import { say, withProgress } from './progress.mjs'
import { printLog } from './readable-log.mjs'
import { ScriptError } from './script-error.mjs'

/** EX_TEMPFAIL: the relay ended to be started again, as asked in the console. */
const restartStatus = 75
const readyWithinMs = 60_000
const pollMs = 100
const isStandby = process.env.STANDBY === 'on'

/** glibc keeps what is freed in up to eight arenas for each core: with two, the relay's threads hold some 20 MB less. */
const sparing = { MALLOC_ARENA_MAX: '2' }

/**
 * PORT comes from our own environment.
 * @param {{ dataDir: string, walletPort: number, watch?: boolean, env?: NodeJS.ProcessEnv }} options its PORT comes from our own environment
 * @returns {import('./part.mjs').Part<import('./part.mjs').ReadyMessage>}
 */
export function startRelay({ dataDir, walletPort, watch = false, env = {} }) {
  return startPart({
    name: 'relay',
    file: localNode(),
    args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), 'src/main.ts'],
    cwd: inProject('apps', 'relay'),
    env: { ...sparing, ...localEnvironment(), DATA_DIR: dataDir, WALLET_PORT: String(walletPort), ...env },
    onOutput: printLog(process.stdout),
  })
}

/**
 * Started again whenever it ends to be restarted: one part, whose end is that of the last.
 * @template Ready
 * @param {() => import('./part.mjs').Part<Ready>} start
 * @returns {import('./part.mjs').Part<Ready>}
 */
export function restartable(start) {
  let current = start()
  let isStopping = false
  let isRunning = true
  const first = current
  const untilLast = async () => {
    for (;;) {
      const end = await current.ended
      if (end.code !== restartStatus || isStopping) {
        isRunning = false
        return end
      }
      const { left } = current
      current = start()
      const { ready, tell } = current
      ready.then(
        () => {
          for (const { message, socket } of left) tell(message, socket)
          say(
            isStandby ? 'This machine is the main one now.' : 'The relay has been restarted, as asked in the console.',
          )
        },
        // Its end follows.
        () => {
          for (const { socket } of left) socket.destroy()
        },
      )
    }
  }
  return {
    name: first.name,
    ready: first.ready,
    ended: untilLast(),
    isRunning: () => isRunning,
    isWaiting: () => current.isWaiting(),
    lastWords: () => current.lastWords(),
    tell: (message, socket) => current.tell(message, socket),
    left: [],
    stop: () => {
      isStopping = true
      current.stop()
    },
    kill: () => {
      isStopping = true
      current.kill()
    },
  }
}

/**
 * When it has taken too long without having said why.
 * @param {import('./part.mjs').Part<unknown>} relay
 * @param {AbortSignal} signal
 */
async function outOfPatience(relay, signal) {
  do await sleep(readyWithinMs, undefined, { signal })
  while (relay.isWaiting())
}

/** @param {string} adminUrl */
async function answersHealth(adminUrl) {
  try {
    const response = await fetch(`${adminUrl}/health`, { signal: AbortSignal.timeout(2000) })
    return response.ok
  } catch {
    return false
  }
}

/**
 * Until its health page answers, a minute at most.
 * @param {import('./part.mjs').Part<import('./part.mjs').ReadyMessage>} relay
 * @returns {Promise<import('./part.mjs').ReadyMessage>}
 * @throws {ScriptError} if it fails, or takes longer than a minute
 */
export function relayReady(relay) {
  const tooLong = new AbortController()
  const waitForIt = async () => {
    const ready = await Promise.race([
      relay.ready,
      outOfPatience(relay, tooLong.signal).then(() => {
        throw new Error(`The relay was not ready within ${readyWithinMs / 1000} s:\n${relay.lastWords()}`)
      }),
    ])
    while (relay.isRunning() && !(await answersHealth(ready.adminUrl))) await sleep(pollMs)
    return ready
  }
  return withProgress('Starting the relay', async () => {
    try {
      return await waitForIt()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const portTaken = /EADDRINUSE\D*(?:[\d.:[\]a-f]*:)?(\d+)/.exec(reason)?.[1]
      throw new ScriptError(portTaken ? portInUse(portTaken) : `The relay could not start: ${reason}`)
    } finally {
      tooLong.abort()
    }
  })
}
