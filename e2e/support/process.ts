import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Running<Ready> {
  readonly ready: Ready
  end(signal?: NodeJS.Signals): Promise<void>
  readonly ended: Promise<void>
}

/** Throws its output if it fails. `main`: another file of the app to start. */
export async function startProgram<Ready>(
  app: string,
  env: Record<string, string>,
  main = 'src/main.ts',
): Promise<Running<Ready>> {
  const child = spawn(process.execPath, [`apps/${app}/${main}`], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const left = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the ${app} ended with ${code} before it was ready`)),
  )
  const heard = async () => {
    const [message] = await Promise.race([once(child, 'message'), left])
    return message as Ready & { type: string; message?: string }
  }
  let message = await heard()
  // After several kills it checks its databases first.
  while (message.type === 'waiting') message = await heard()
  if (message.type !== 'ready') throw new Error(`the ${app} did not start: ${message.message}`)
  const ended = once(child, 'exit').then(() => undefined)
  return { ready: message, end: signal => end(child, signal), ended }
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
