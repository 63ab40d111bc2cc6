import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const usualDays = 365

interface Story {
  readonly until: number
  readonly days: number | undefined
}

/** Until `until` (ms), in another process: the node stays responsive. Throws if it fails or is stopped. */
export async function buildFolder(
  folder: string,
  { until, days = usualDays }: Story,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const builder = fork(program, [folder, String(until), String(days)], {
    // Without our own options: under --watch it would never end.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => void builder.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    const [code] = await once(builder, 'exit')
    if (code !== 0) throw new Error(`the demo was not filled: its builder ended with ${code}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
