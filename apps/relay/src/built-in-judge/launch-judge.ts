import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { messages } from '@hornets/contract'

const program = fileURLToPath(new URL('../../../judge/src/main.ts', import.meta.url))
/** The exit status if another program listens at the address. */
const addressTaken = 3
const killedAfterMs = 2000

export interface LaunchOptions {
  readonly folder: string
  readonly port: string
  readonly ffmpeg: string | undefined
  readonly signal: AbortSignal
  readonly onReady: () => void
}

/** Runs the judge's process, without the relay's environment, until it ends. Throws an Error with a sentence of the contract. */
export function launchJudge({ folder, port, ffmpeg, signal, onReady }: LaunchOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [folder, port, ffmpeg ?? ''], {
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { UV_THREADPOOL_SIZE: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    })
    const stop = () => {
      child.kill()
      setTimeout(() => child.kill('SIGKILL'), killedAfterMs).unref()
    }
    signal.addEventListener('abort', stop, { once: true })
    child.once('message', onReady)
    child.once('error', () => reject(new Error(messages.judgeEnds)))
    child.once('exit', code => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted) return resolve()
      reject(new Error(code === addressTaken ? messages.judgePortTaken : messages.judgeEnds))
    })
    if (signal.aborted) stop()
  })
}
