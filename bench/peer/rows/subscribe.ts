import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Asker } from '../../nostr/asker.ts'
import { at } from '../../nostr/burst-client.ts'
import type { PeerRelay } from '../peer-relay.ts'
import { someAuthors } from '../questions.ts'
import { type Bench, inTurn, seededRandom } from '../row.ts'

const counts = [500, 2000]
const authorsEach = 200
const perAddress = 100
/** Time to clear closed connections away: a stopped relay would do it in its next turn, while it is measured. */
const clearingMs = 2000

export async function measureSubscribe(bench: Bench): Promise<void> {
  for (const count of counts) {
    await inTurn(
      bench,
      async () => {},
      async (relay, _, note) => {
        const bystander = watchReads(relay)
        const before = relay.memory().residentMb
        const begun = performance.now()
        const askers = await subscribeAll(relay, count)
        const seconds = (performance.now() - begun) / 1000
        const reads = await bystander()
        const growth = relay.memory().residentMb - before
        for (const asker of askers) asker.line.close()
        const others = note()
        await setTimeout(clearingMs)
        const add = (figure: string, unit: string, value: number) =>
          bench.figures.add(relay.name, { figure, unit, better: 'less' }, value, others)
        add(`${count} connections subscribe`, 's', seconds)
        add(`others' reads meanwhile, ${count} subscribing, p99`, 'ms', reads)
        add(`memory for ${count} subscriptions`, 'MB', growth)
      },
    )
  }
}

export async function subscribeAll(
  relay: PeerRelay,
  count: number,
  onAnswer?: (asker: Asker, authors: string[]) => void,
) {
  return Promise.all(
    Array.from({ length: count }, async (_, client) => {
      const asker = await Asker.connect(relay.endpoint, { from: `127.0.5.${1 + Math.floor(client / perAddress)}` })
      const authors = someAuthors(seededRandom(client), authorsEach)
      const answer = await asker.subscribe({ authors, limit: 1 })
      if (answer.end !== 'EOSE') throw new Error(`${relay.name}: ${answer.end} ${answer.text}`)
      onAnswer?.(asker, authors)
      return asker
    }),
  )
}

/** Another client, on a thread of its own, reads one author every 50 ms; the returned function ends it and returns p99. */
function watchReads(relay: PeerRelay): () => Promise<number> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { workerData: relay.endpoint })
  return async () => {
    worker.postMessage('end')
    const [millis] = (await once(worker, 'message')) as [number[]]
    return at(
      millis.sort((a, b) => a - b),
      0.99,
    )
  }
}
