import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A program of the product in a separate process, as `npm start` runs it. */
export interface Running<Ready> {
  readonly ready: Ready
  /** Sends SIGTERM and waits for the end. */
  end(): Promise<void>
}

/** Starts `apps/<app>/src/main.ts` and waits until it is ready; throws its output if it fails. */
export async function startProgram<Ready>(app: string, env: Record<string, string>): Promise<Running<Ready>> {
  const child = spawn(process.execPath, [`apps/${app}/src/main.ts`], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`the ${app} ended with ${code} before it was ready`)),
    ),
  ])) as [Ready & { type: string; message?: string }]
  if (message.type !== 'ready') throw new Error(`the ${app} did not start: ${message.message}`)
  return { ready: message, end: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
