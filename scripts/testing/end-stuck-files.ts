import { relative } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { startStuckWatch } from './start-stuck-watch.ts'

/** The slowest file takes a minute and a half on two cores; `THOROUGH=1` repeats for much longer. */
const limitMs = Number(process.env.TEST_FILE_LIMIT_MS ?? (process.env.THOROUGH ? 3_600_000 : 480_000))

/** One thread for all files of a process, which this module is evaluated for anew. */
const shared = globalThis as { stuckFileWatch?: Worker }

shared.stuckFileWatch ??= startStuckWatch(limitMs)
const watch = shared.stuckFileWatch
watch.postMessage(relative(inProject(), expect.getState().testPath ?? ''))
// Registered before any hook of the file, so it is called after them.
afterAll(() => watch.postMessage(null))
