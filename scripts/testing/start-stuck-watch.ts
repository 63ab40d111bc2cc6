import { Worker } from 'node:worker_threads'

/**
 * A thread that prints where this process is, and kills it, once what was posted to it last has gone on for `limitMs`;
 * null ends that.
 */
export function startStuckWatch(limitMs: number): Worker {
  const watch = new Worker(new URL('stuck-file-watch.mjs', import.meta.url), { workerData: { limitMs } })
  watch.unref()
  return watch
}
