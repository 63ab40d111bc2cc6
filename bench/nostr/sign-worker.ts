import { parentPort } from 'node:worker_threads'
import { seededEvent } from './seeded-events.ts'

/** Signs the requested events and returns them as lines. */
parentPort?.on('message', ({ from, count }: { from: number; count: number }) => {
  const lines = Array.from({ length: count }, (_, offset) => seededEvent(from + offset))
  parentPort?.postMessage(`${lines.join('\n')}\n`)
})
