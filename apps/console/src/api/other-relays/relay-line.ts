import { openWorkerLine } from '../worker-line.ts'
import type { RelayAsk, RelayTell } from './relay-messages.ts'

/** Asks another relay through the worker. */
export const askRelay = openWorkerLine<RelayAsk, RelayTell>(
  () => new Worker(new URL('./relay-worker.ts', import.meta.url), { type: 'module', name: 'relays' }),
  { tell: 'failed', code: 'unreachable' },
)
