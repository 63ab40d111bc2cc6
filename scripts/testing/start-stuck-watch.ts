import { Worker } from 'node:worker_threads'

/** After `limitMs` for what was posted last, prints where this process is, and kills it; null ends that. */
export function startStuckWatch(limitMs: number): Worker {
  const watch = new Worker(new URL('stuck-file-watch.mjs', import.meta.url), { workerData: { limitMs } })
  watch.unref()
  return watch
}
