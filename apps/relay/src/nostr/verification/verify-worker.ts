import { parentPort, workerData } from 'node:worker_threads'
import { checkEvent, type Verdict } from './check-event.ts'
import { loadBestTier } from './schnorr.ts'

const port = parentPort
if (!port) throw new Error('the verifier runs as a worker')

const { loaded } = workerData as { readonly loaded: Int32Array }
const { verify } = await loadBestTier().finally(() => {
  Atomics.store(loaded, 0, 1)
  Atomics.notify(loaded, 0)
})

port.on('message', (events: readonly string[] | 'end') => {
  if (events === 'end') return port.close()
  const verdicts: Verdict[] = []
  for (const json of events) verdicts.push(checkEvent(json, verify))
  port.postMessage(verdicts)
})
