import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Twelve months. */
const storyDays = 365

/** Fills a folder with the demo's story up to `until` (milliseconds). Throws when it fails or is stopped. */
export async function buildFolder(folder: string, until: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { folder, until, days: storyDays },
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const [filled] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [])])
    if (filled !== 'filled') throw new Error('the demo was not filled')
    await worker.terminate()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
