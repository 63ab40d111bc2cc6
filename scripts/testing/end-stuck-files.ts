import { relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

/** The slowest file takes a minute and a half on two cores; `THOROUGH=1` repeats for much longer. */
const limitMs = Number(process.env.TEST_FILE_LIMIT_MS ?? (process.env.THOROUGH ? 3_600_000 : 480_000))

/** One thread for all files of a process, which this module is evaluated for anew. */
const shared = globalThis as { stuckFileWatch?: Worker }

function startWatch(): Worker {
  const watch = new Worker(new URL('stuck-file-watch.mjs', import.meta.url), { workerData: { limitMs } })
  watch.unref()
  return watch
}

shared.stuckFileWatch ??= startWatch()
const watch = shared.stuckFileWatch
watch.postMessage(relative(inProject(), expect.getState().testPath ?? ''))
// Registered before any hook of the file, so it is called after them.
afterAll(() => watch.postMessage(null))
