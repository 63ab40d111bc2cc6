import { setTimeout as delay } from 'node:timers/promises'
import { Asker } from '../../nostr/asker.ts'
import { idOf, publish } from '../../nostr/publish.ts'
import { type Bench, clientAddress } from '../row.ts'

const eventsPerSecondMost = 6000
const samplesEveryMillis = 250
const searchesEveryMillis = 20
const unfoundMillisMax = 30_000
/** Those of the seeded kinds whose text is searched. */
const searched = [1, 30023]

/** From an event's OK until a search finds it, while eight clients write. strfry has no search. */
export async function measureText(bench: Bench): Promise<void> {
  const relay = bench.relays.find(({ name }) => name === 'ours')
  if (!relay) return
  for (const other of bench.relays) if (other !== relay) other.suspend()
  for (let round = 0; round < bench.rounds; round++) {
    const events = await bench.fresh(eventsPerSecondMost * bench.seconds)
    const words = new Map(events.flatMap(wordOf))
    const end = AbortSignal.timeout(bench.seconds * 1000)
    let newest: string | undefined
    const written = publish(relay.endpoint, events, {
      clients: 8,
      inFlight: 16,
      from: clientAddress(3),
      signal: end,
      onAccepted: id => {
        newest = words.get(id) ?? newest
      },
    })
    const samples: Promise<number>[] = []
    while (!end.aborted) {
      await delay(samplesEveryMillis)
      if (newest !== undefined) samples.push(millisUntilFound(relay.endpoint, newest, samples.length))
    }
    const { acceptedPerSecond } = await written
    const behind = await Promise.all(samples)
    const add = (figure: string, unit: string, better: 'more' | 'less', value: number) =>
      bench.figures.add(relay.name, { figure, unit, better }, value, 0)
    add('text index, written meanwhile', 'events/s', 'more', acceptedPerSecond)
    add('text index, furthest behind', 'ms', 'less', Math.max(...behind))
  }
  for (const other of bench.relays) if (other !== relay) other.resume()
}

function wordOf(json: string): [string, string][] {
  const { kind, content } = JSON.parse(json) as { kind: number; content: string }
  return searched.includes(kind) ? [[idOf(json), content.slice(0, content.indexOf(' '))]] : []
}

async function millisUntilFound(to: Bench['relays'][number]['endpoint'], word: string, client: number) {
  const asker = await Asker.connect(to, { from: clientAddress(4)(client) })
  const begun = performance.now()
  let found = 0
  while (found === 0) {
    const answer = await asker.request({ search: word, limit: 1 })
    found = answer.events
    const waited = performance.now() - begun
    if (waited > unfoundMillisMax) throw new Error(`${word} was not found within ${unfoundMillisMax} ms`)
    if (found === 0) await delay(searchesEveryMillis)
  }
  asker.line.close()
  return performance.now() - begun
}
