import { parentPort, workerData } from 'node:worker_threads'
import { type Counts, drawKind } from './kinds.ts'

parentPort?.on('message', async (kind: string) => {
  parentPort?.postMessage(await drawKind(kind, workerData as Counts))
})
