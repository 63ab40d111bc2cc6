import { Asker } from '../../nostr/asker.ts'
import { at } from '../../nostr/burst-client.ts'
import { publish } from '../../nostr/publish.ts'
import { shapes } from '../questions.ts'
import { type Bench, clientAddress, inTurn, seededRandom } from '../row.ts'

const readers = 16
const writesPerSecondMost = 6000

export async function measureMixed(bench: Bench): Promise<void> {
  await inTurn(
    bench,
    () => bench.fresh(writesPerSecondMost * bench.seconds),
    async (relay, events, note) => {
      const end = AbortSignal.timeout(bench.seconds * 1000)
      const millis: number[] = []
      const reading = Array.from({ length: readers }, async (_, client) => {
        const asker = await Asker.connect(relay.endpoint, { from: clientAddress(2)(client) })
        const pick = seededRandom(client)
        const list = Object.values(shapes)
        for (let turn = client; !end.aborted; turn++) {
          millis.push((await asker.request(list[turn % list.length]?.(pick, bench.stored) ?? {})).millis)
        }
        asker.line.close()
      })
      const written = publish(relay.endpoint, events, { clients: 8, inFlight: 4, from: clientAddress(3), signal: end })
      await Promise.all(reading)
      const { acceptedPerSecond, p99Millis } = await written
      const others = note()
      millis.sort((a, b) => a - b)
      const add = (figure: string, unit: string, better: 'more' | 'less', value: number) =>
        bench.figures.add(relay.name, { figure: `mixed, ${figure}`, unit, better }, value, others)
      add('reads', 'per second', 'more', millis.length / bench.seconds)
      add('read p99', 'ms', 'less', at(millis, 0.99))
      add('writes', 'per second', 'more', acceptedPerSecond)
      add('OK p99', 'ms', 'less', p99Millis)
    },
  )
}
