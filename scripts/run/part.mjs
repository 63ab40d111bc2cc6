import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { lastLines } from './command.mjs'
import { say } from './progress.mjs'

const outputKeptChars = 20_000

/**
 * A part's message to its parent over the process's own channel: ready (once) or failed.
 * @typedef {{ type: 'ready', publicUrl: string, adminUrl: string, consoleUrl: string, claimed: boolean, setupUrl?: string }} ReadyMessage of the relay
 * @typedef {{ type: 'ready', walletUrl: string, chainSource: string }} WalletReadyMessage
 * @typedef {{ type: 'failed', message: string }} FailedMessage
 * @typedef {{ type: 'waiting', message: string }} WaitingMessage its start can take minutes; for the user
 */

/** @typedef {{ message: object, socket: import('node:net').Socket }} Left an open connection, from which nobody reads */

/**
 * @template [Ready=unknown] its message when it is ready
 * @typedef {object} Part a program of the product, running as a child process
 * @property {string} name
 * @property {Promise<Ready>} ready rejects if the part fails or ends before it is ready
 * @property {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} ended
 * @property {() => boolean} isRunning
 * @property {() => boolean} isWaiting its start takes long, as it said
 * @property {() => string} lastWords its last lines of output
 * @property {(message: object, socket?: import('node:net').Socket) => void} tell sends it a message; one that has ended receives nothing
 * @property {readonly Left[]} left connections that it has left to its successor
 * @property {() => void} stop asks it to end
 * @property {() => void} kill kills it
 */

/**
 * In its own process group: Ctrl-C reaches it once, through us. If we are killed, the channel closes and it ends.
 * @template [Ready=ReadyMessage]
 * @param {{ name: string, file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, onOutput?: (text: string) => void }} options
 * @returns {Part<Ready>}
 */
export function startPart({ name, file, args, cwd, env, onOutput }) {
  const onWindows = process.platform === 'win32'
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: !onWindows,
    windowsHide: true,
  })
  let output = ''
  /** @param {Buffer} chunk */
  const keep = chunk => {
    const text = chunk.toString()
    output = (output + text).slice(-outputKeptChars)
    onOutput?.(text)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)

  /** @type {Part['ended']} */
  const ended = new Promise(resolve => {
    child.on('error', error => {
      output += `${error.message}\n`
      resolve({ code: 1, signal: null })
    })
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  /** @type {Left[]} */
  const left = []
  let running = true
  let waiting = false
  ended.then(() => {
    running = false
  })
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve, reject) => {
    child.on('message', (message, socket) => {
      const said = /** @type {{ type: 'ready' } | FailedMessage | WaitingMessage} */ (message)
      if (socket instanceof Socket) left.push({ message: said, socket: withoutReading(socket) })
      waiting = said.type === 'waiting'
      if (said.type === 'waiting') say(said.message)
      if (said.type === 'ready') resolve(/** @type {Ready} */ (said))
      if (said.type === 'failed') reject(new Error(said.message))
    })
    ended.then(() => reject(new Error(`The ${name} ended before it was ready:\n${lastLines(output, 20)}`)))
  })
  ready.catch(() => {})

  return {
    name,
    ready,
    ended,
    isRunning: () => running,
    isWaiting: () => waiting,
    lastWords: () => lastLines(output, 20),
    tell: (message, socket) => child.connected && child.send(message, socket, {}, () => undefined),
    left,
    // Windows has no SIGTERM to send: there a closed channel is the request.
    stop: () => (onWindows ? child.connected && child.disconnect() : child.kill('SIGTERM')),
    kill: () => child.kill('SIGKILL'),
  }
}

/**
 * One that comes from another process is read at once, and what is read before it is passed on would be lost.
 * @param {Socket} socket
 */
function withoutReading(socket) {
  const { _handle: handle } = /** @type {{ _handle?: { reading: boolean, readStop(): void } }} */ (
    /** @type {unknown} */ (socket)
  )
  if (handle) {
    handle.reading = false
    handle.readStop()
  }
  return socket.on('error', () => {})
}
