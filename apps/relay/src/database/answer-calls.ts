import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerCall } from './worker-calls.ts'

/** In a thread: answers the calls of `WorkerCalls`. */
export function answerCalls<Asked>(work: (asked: Asked) => unknown): void {
  const port = parentPort
  if (!port) throw new Error('the reader of the database runs as a worker')
  port.on('message', ({ call, asked }: WorkerCall) => {
    const answer = (message: WorkerAnswer) => port.postMessage(message)
    try {
      answer({ call, answer: work(asked as Asked) })
    } catch (error) {
      answer({ call, error: error instanceof Error ? error.message : String(error) })
    }
  })
}
