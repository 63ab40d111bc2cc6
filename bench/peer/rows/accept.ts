import { publish } from '../../nostr/publish.ts'
import { type Bench, clientAddress, inTurn } from '../row.ts'

const eventsPerRound = 6000
const load = { clients: 8, inFlight: 16, from: clientAddress(3) }

/** Events accepted per second, and the time until an OK: 8 clients with 16 events in flight each. */
export async function measureAccept(
  bench: Bench,
  where: string,
  eventsOf: (round: number) => Promise<readonly string[]>,
) {
  await inTurn(bench, eventsOf, async (relay, events, note) => {
    const { acceptedPerSecond, p99Millis, refused } = await publish(relay.endpoint, events, load)
    if (refused > 0) throw new Error(`${relay.name} refused ${refused} of ${events.length} events`)
    const others = note()
    const name = relay.name
    bench.figures.add(
      name,
      { figure: `accepted, ${where}`, unit: 'events/s', better: 'more' },
      acceptedPerSecond,
      others,
    )
    bench.figures.add(name, { figure: `OK p99, ${where}`, unit: 'ms', better: 'less' }, p99Millis, others)
  })
}

/** On the filled store. */
export function measureAcceptFilled(bench: Bench): Promise<void> {
  return measureAccept(bench, `${bench.stored.toLocaleString('en')} stored`, () => bench.fresh(eventsPerRound))
}
