import { at } from '../../nostr/burst-client.ts'
import { idOf, publish } from '../../nostr/publish.ts'
import type { PeerRelay } from '../peer-relay.ts'
import { type Bench, clientAddress, inTurn } from '../row.ts'
import { subscribeAll } from './subscribe.ts'

const counts = [500, 2000]
const steadyPerSecond = 100
const flatOutEvents = 1500
const patienceMillis = 60_000

/** From sending until a subscriber has it, at a steady pace and as fast as possible. */
export async function measureLive(bench: Bench): Promise<void> {
  for (const count of counts) {
    await inTurn(
      bench,
      () => bench.fresh(steadyPerSecond * bench.seconds + flatOutEvents),
      async (relay, events, note) => {
        const audience = await Audience.open(relay, count)
        const steady = await audience.hear(events.slice(0, steadyPerSecond * bench.seconds), steadyPerSecond)
        const flatOut = await audience.hear(events.slice(steadyPerSecond * bench.seconds))
        audience.close()
        const others = note()
        const add = (figure: string, unit: string, better: 'more' | 'less', value: number) =>
          bench.figures.add(
            relay.name,
            { figure: `live, ${count} subscriptions, ${figure}`, unit, better },
            value,
            others,
          )
        add('delivery p50 at 100/s', 'ms', 'less', steady.p50)
        add('delivery p99 at 100/s', 'ms', 'less', steady.p99)
        add('flat out', 'events/s', 'more', flatOut.eventsPerSecond)
        add('flat out, deliveries', 'per second', 'more', flatOut.deliveriesPerSecond)
        add('not delivered', 'deliveries', 'less', steady.missing + flatOut.missing)
      },
    )
  }
}

class Audience {
  readonly #relay: PeerRelay
  readonly #subscribersOf = new Map<string, number>()
  #close = () => {}
  #onDelivery: (id: string) => void = () => {}

  private constructor(relay: PeerRelay) {
    this.#relay = relay
  }

  static async open(relay: PeerRelay, count: number): Promise<Audience> {
    const audience = new Audience(relay)
    const askers = await subscribeAll(relay, count, (asker, authors) => {
      for (const pubkey of new Set(authors))
        audience.#subscribersOf.set(pubkey, (audience.#subscribersOf.get(pubkey) ?? 0) + 1)
      asker.line.onMessage = payload => {
        const at = payload.indexOf('"id":"')
        if (at > 0) audience.#onDelivery(payload.toString('latin1', at + 6, at + 70))
      }
    })
    audience.#close = () => {
      for (const asker of askers) asker.line.close()
    }
    return audience
  }

  async hear(events: readonly string[], perSecond?: number) {
    const due = events.reduce((sum, json) => sum + (this.#subscribersOf.get(JSON.parse(json).pubkey) ?? 0), 0)
    const own = new Set(events.map(idOf))
    const sentAt = new Map<string, number>()
    const latencies: number[] = []
    let lastAt = performance.now()
    const allHeard = Promise.withResolvers<void>()
    this.#onDelivery = id => {
      if (!own.has(id)) return
      lastAt = performance.now()
      latencies.push(lastAt - (sentAt.get(id) ?? lastAt))
      if (latencies.length >= due) allHeard.resolve()
    }
    const begun = performance.now()
    const clients = perSecond === undefined ? { clients: 8, inFlight: 16 } : { clients: 4, inFlight: 64, perSecond }
    await publish(this.#relay.endpoint, events, {
      ...clients,
      from: clientAddress(3),
      onSent: id => sentAt.set(id, performance.now()),
    })
    const patience = setTimeout(() => allHeard.resolve(), patienceMillis)
    await allHeard.promise
    clearTimeout(patience)
    const seconds = (lastAt - begun) / 1000
    latencies.sort((a, b) => a - b)
    return {
      p50: at(latencies, 0.5),
      p99: at(latencies, 0.99),
      eventsPerSecond: events.length / seconds,
      deliveriesPerSecond: latencies.length / seconds,
      missing: due - latencies.length,
    }
  }

  close(): void {
    this.#close()
  }
}
