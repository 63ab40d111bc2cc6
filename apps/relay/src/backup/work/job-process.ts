import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Job, JobMessage, JobResult } from './jobs.ts'
import type { Progress } from './make-backup.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
/** What others do comes first: it gets a tenth of a busy core. */
const niceness = '10'

/** Killed when the signal aborts: what it stored belongs to no backup. Throws with a message for the operator. */
export async function runInProcess(
  job: Job,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<JobResult> {
  signal.throwIfAborted()
  const child = begin()
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  try {
    child.send(job)
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
    child.on('message', (message: JobMessage) => {
      if (message.type === 'progress') onProgress(message.progress)
      else if (message.type === 'done') resolve(message.result)
      else reject(new Error(message.message))
    })
    child.once('error', reject)
    child.once('exit', (code, signalName) => reject(new Error(`The backup process ended with ${signalName ?? code}.`)))
    return await promise
  } finally {
    signal.removeEventListener('abort', kill)
    if (child.connected) child.disconnect()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

/** `nice` starts it with low priority for all its threads; Windows has none. */
function begin(): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const words = [process.execPath, program]
  if (process.platform === 'win32') return spawn(process.execPath, [program], { stdio: [...stdio] })
  return spawn('nice', ['-n', niceness, ...words], { stdio: [...stdio] })
}
