import { parentPort, workerData } from 'node:worker_threads'
import { forgoDurability } from '@hornets/server/sqlite'
import { liveThrough } from './history/live-through.ts'

/** Fills the folder of a demo in a thread of its own, so that the real node is not held up, and ends. */
const { folder, until, days } = workerData as { folder: string; until: number; days: number }
forgoDurability()
await liveThrough(folder, { until, days, claimed: true })
parentPort?.postMessage('filled')
