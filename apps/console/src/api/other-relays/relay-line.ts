import type { RelayAsk, RelayTell } from './relay-messages.ts'

let worker: Worker | undefined
let last = 0
const open = new Map<number, (answer: RelayTell) => void>()

/** Asks another relay through the worker, which is started by the first question. */
export function askRelay(question: RelayAsk): Promise<RelayTell> {
  worker ??= start()
  last += 1
  const id = last
  const asking = worker
  return new Promise(resolve => {
    open.set(id, resolve)
    asking.postMessage({ id, ...question })
  })
}

function start(): Worker {
  const started = new Worker(new URL('./relay-worker.ts', import.meta.url), { type: 'module', name: 'relays' })
  started.onmessage = ({ data: { id, ...answer } }: MessageEvent<RelayTell & { id: number }>) => {
    open.get(id)?.(answer)
    open.delete(id)
  }
  // The script failed to load.
  started.onerror = () => {
    worker = undefined
    for (const resolve of open.values()) resolve({ tell: 'failed', code: 'unreachable' })
    open.clear()
  }
  return started
}
