import { Asker } from '../../nostr/asker.ts'
import { at } from '../../nostr/burst-client.ts'
import type { PeerRelay } from '../peer-relay.ts'
import { shapes } from '../questions.ts'
import { type Bench, clientAddress, inTurn, seededRandom } from '../row.ts'

const oneByOne = 600
const together = 3200
/** Filters to warm up with, asked again and again. */
const warmingUp = 3000
const askersAtOnce = 16

export async function measureReq(bench: Bench): Promise<void> {
  for (const shape of Object.keys(shapes)) {
    await inTurn(
      bench,
      async round => filtersOf(shape, bench, round),
      async (relay, filters, note) => {
        await warmUp(relay, filters.slice(oneByOne + together), bench.warmUpSeconds)
        const { p50, p99 } = await askOneByOne(relay, filters.slice(0, oneByOne))
        const perSecond = await askTogether(relay, filters.slice(oneByOne, oneByOne + together))
        const others = note()
        bench.figures.add(relay.name, { figure: `REQ ${shape}, p50`, unit: 'ms', better: 'less' }, p50, others)
        bench.figures.add(relay.name, { figure: `REQ ${shape}, p99`, unit: 'ms', better: 'less' }, p99, others)
        const figure = { figure: `REQ ${shape}, 16 at a time`, unit: 'per second', better: 'more' } as const
        bench.figures.add(relay.name, figure, perSecond, others)
      },
    )
  }
}

function filtersOf(shape: string, { stored }: Bench, round: number): object[] {
  const pick = seededRandom(round * 1000 + shape.length)
  return Array.from({ length: oneByOne + together + warmingUp }, () => shapes[shape]?.(pick, stored) ?? {})
}

/** The clients take turns: 600 feeds from one client would exceed our limit of bytes received from each. */
async function askOneByOne(relay: PeerRelay, filters: readonly object[]) {
  const askers = await connectAskers(relay)
  const millis: number[] = []
  for (const [at, filter] of filters.entries()) {
    const answer = await askers[at % askersAtOnce]?.request(filter)
    if (answer?.end !== 'EOSE') throw new Error(`${relay.name}: ${answer?.end} ${answer?.text}`)
    millis.push(answer.millis)
  }
  for (const { line } of askers) line.close()
  millis.sort((a, b) => a - b)
  return { p50: at(millis, 0.5), p99: at(millis, 0.99) }
}

async function askTogether(relay: PeerRelay, filters: readonly object[]): Promise<number> {
  const askers = await connectAskers(relay)
  const begun = performance.now()
  let next = 0
  await Promise.all(
    askers.map(async asker => {
      for (let filter = filters[next++]; filter; filter = filters[next++]) await asker.request(filter)
      asker.line.close()
    }),
  )
  return filters.length / ((performance.now() - begun) / 1000)
}

async function warmUp(relay: PeerRelay, filters: readonly object[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) await askTogether(relay, filters)
}

function connectAskers(relay: PeerRelay): Promise<Asker[]> {
  return Promise.all(
    Array.from({ length: askersAtOnce }, (_, client) =>
      Asker.connect(relay.endpoint, { from: clientAddress(2)(client) }),
    ),
  )
}
