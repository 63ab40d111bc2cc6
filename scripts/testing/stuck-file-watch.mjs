// A thread: a test that never returns from a loop also stops the timers that would end it.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const [steps, pauseMs] = [50, 5000]
/** @type {NodeJS.Timeout | undefined} */
let timer

parentPort?.on('message', file => {
  clearTimeout(timer)
  if (file !== null) timer = setTimeout(() => void end(file), workerData.limitMs)
})

/** Vitest lists the file as failed, and starts another process for the rest. @param {string} file */
async function end(file) {
  writeSync(2, `\n${file} has not ended after ${workerData.limitMs / 1000} s. Its process is killed. It was at:\n`)
  const frames = await Promise.race([whereItIs(), wait(pauseMs)])
  writeSync(2, `${frames ?? '(waiting, or outside JavaScript)'}\n`)
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Several steps, since a loop of promises is mostly in Node's own code. One call per line.
 * @returns {Promise<string>} the calls that the main thread is in, a line each
 */
async function whereItIs() {
  const session = new Session()
  session.connectToMainThread()
  /** @type {Map<string, string>} */
  const scripts = new Map()
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
  session.post('Debugger.enable')
  session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 8 })
  /** @type {Set<string>} */
  const lines = new Set()
  /** @param {{ functionName: string, scriptId: string, lineNumber: number }} frame */
  const add = ({ functionName, scriptId, lineNumber }) =>
    lines.add(`  ${functionName || '(anonymous)'} ${scripts.get(scriptId)}:${lineNumber + 1}`)
  session.post('Debugger.pause')
  for (let step = 0; step < steps; step += 1) {
    const [{ params }] = await once(session, 'Debugger.paused')
    for (const { functionName, location } of params.callFrames) add({ functionName, ...location })
    for (const frame of params.asyncStackTrace?.callFrames ?? []) add(frame)
    session.post('Debugger.stepInto')
  }
  return [...lines].join('\n')
}
