import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Asker } from '../../nostr/asker.ts'
import { author } from '../../nostr/seeded-events.ts'

// A thread of its own, so that it measures the relay and not how busy the other clients are.
let hasEnded = false
parentPort?.once('message', () => {
  hasEnded = true
})
const millis: number[] = []
const asker = await Asker.connect(workerData, { from: '127.0.6.1' })
for (let question = 0; !hasEnded; question++) {
  millis.push((await asker.request({ authors: [author(question % 5000).pubkey], limit: 10 })).millis)
  await setTimeout(50)
}
asker.line.close()
parentPort?.postMessage(millis)
