import { openWorkerLine } from '../worker-line.ts'
import type { ServerAsk, ServerTell } from './server-messages.ts'

const ask = openWorkerLine<ServerAsk, ServerTell>(
  () => new Worker(new URL('./server-worker.ts', import.meta.url), { type: 'module', name: 'server' }),
  { failed: true },
)

/** Asks a server elsewhere through the worker. Throws without an answer. */
export async function askServer(question: ServerAsk, signal?: AbortSignal) {
  const tell = await ask(question)
  signal?.throwIfAborted()
  if ('failed' in tell) throw new Error('no answer')
  return tell
}
