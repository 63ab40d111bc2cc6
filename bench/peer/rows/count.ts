import { median } from '../../figures.ts'
import { Asker } from '../../nostr/asker.ts'
import { author, authorCount, seedEndsAt } from '../../nostr/seeded-events.ts'
import { type Bench, clientAddress, inTurn, seededRandom } from '../row.ts'

const filters: Readonly<Record<string, (pick: (end: number) => number) => object>> = {
  author: pick => ({ authors: [author(pick(authorCount)).pubkey] }),
  kind: () => ({ kinds: [1] }),
  all: () => ({}),
  'two weeks': pick => ({ since: seedEndsAt - 14 * 86_400 + pick(3600) }),
}

/** COUNT (NIP-45) of one author's events, of a kind, of everything, of a long time; the median of seven. */
export async function measureCount(bench: Bench): Promise<void> {
  for (const [name, filter] of Object.entries(filters)) {
    await inTurn(
      bench,
      async round => seededRandom(round),
      async (relay, pick, note) => {
        const asker = await Asker.connect(relay.endpoint, { from: clientAddress(4)(0) })
        const millis: number[] = []
        for (let question = 0; question < 7; question++) {
          const answer = await asker.count(filter(pick))
          if (answer.end !== 'COUNT') throw new Error(`${relay.name}: ${answer.text}`)
          millis.push(answer.millis)
        }
        asker.line.close()
        const figure = { figure: `COUNT by ${name}, p50`, unit: 'ms', better: 'less' } as const
        bench.figures.add(relay.name, figure, median(millis), note())
      },
    )
  }
}
