import { parentPort } from 'node:worker_threads'
import { checkEvent, type Verdict } from './check-event.ts'
import { loadBestTier } from './schnorr.ts'

const port = parentPort
if (!port) throw new Error('the verifier runs as a worker')

const { verify } = await loadBestTier()

port.on('message', (events: readonly string[]) => {
  const verdicts: Verdict[] = []
  for (const json of events) verdicts.push(checkEvent(json, verify))
  port.postMessage(verdicts)
})
