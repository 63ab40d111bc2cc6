import type { ServerAsk, ServerTell } from './server-messages.ts'

let worker: Worker | undefined
let last = 0
const open = new Map<number, (answer: ServerTell) => void>()

/** Asks a server elsewhere through the worker, which is started by the first call. Throws without an answer. */
export async function askServer(ask: ServerAsk, signal?: AbortSignal) {
  worker ??= start()
  last += 1
  const id = last
  const told = Promise.withResolvers<ServerTell>()
  open.set(id, told.resolve)
  worker.postMessage({ id, ...ask })
  const tell = await told.promise
  signal?.throwIfAborted()
  if ('failed' in tell) throw new Error('no answer')
  return tell
}

function start(): Worker {
  const started = new Worker(new URL('./server-worker.ts', import.meta.url), { type: 'module', name: 'server' })
  started.onmessage = ({ data: { id, tell } }: MessageEvent<{ readonly id: number; readonly tell: ServerTell }>) => {
    open.get(id)?.(tell)
    open.delete(id)
  }
  // The script failed to load.
  started.onerror = () => {
    worker = undefined
    for (const resolve of open.values()) resolve({ failed: true })
    open.clear()
  }
  return started
}
