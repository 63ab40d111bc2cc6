import { publish } from '../../nostr/publish.ts'
import { writer } from '../../nostr/signed-event.ts'
import { type Bench, clientAddress, inTurn } from '../row.ts'

const eventsPerRound = 6000
/** About as many as a relay takes in. */
const eventsPerWarmSecond = 7500
const load = { clients: 8, inFlight: 16, from: clientAddress(3) }

export async function measureAccept(
  bench: Bench,
  where: string,
  eventsOf: (round: number) => Promise<readonly string[]>,
) {
  await warmUp(bench)
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

/** Newer versions of a hundred texts go the way of new events, and leave the store nearly as it was. */
async function warmUp({ relays, warmUpSeconds }: Bench): Promise<void> {
  const writers = Array.from({ length: 100 }, (_, at) => writer(`warm ${at}`))
  const count = warmUpSeconds * eventsPerWarmSecond
  const now = Math.floor(Date.now() / 1000)
  const tags = [['d', `warm ${now}`]]
  const events = Array.from({ length: count }, (_, at) => {
    const { write } = writers[at % writers.length] as (typeof writers)[number]
    return write({ kind: 30_078, tags, content: `${at} `.repeat(150), created_at: now - count + at })
  })
  await inTurn(
    { relays, rounds: 1 },
    async () => events,
    async (relay, events) => {
      await publish(relay.endpoint, events, load)
    },
  )
}

export function measureAcceptFilled(bench: Bench): Promise<void> {
  return measureAccept(bench, `${bench.stored.toLocaleString('en')} stored`, () => bench.fresh(eventsPerRound))
}
