import { setTimeout as delay } from 'node:timers/promises'
import { Asker } from '../../nostr/asker.ts'
import { watchLoad } from '../machine-load.ts'
import type { PeerRelay } from '../peer-relay.ts'
import { type Bench, inTurn } from '../row.ts'

const settleMillis = 3000

export async function measureRest(bench: Bench): Promise<void> {
  const add = (relay: string, figure: string, unit: string, value: number, others: number) =>
    bench.figures.add(relay, { figure, unit, better: 'less' }, value, others)
  await inTurn(
    bench,
    async () => {},
    async relay => {
      await relay.stop()
      const opened = await relay.start()
      const load = watchLoad(relay.pid)
      await delay(settleMillis)
      const others = load().othersBusyCores
      const { residentMb, anonymousMb } = relay.memory()
      add(relay.name, 'port open after start', 'ms', opened, others)
      add(relay.name, 'memory after start', 'MB', residentMb, others)
      add(relay.name, 'memory after start, mapped files apart', 'MB', anonymousMb, others)
      add(relay.name, 'disk per event', 'bytes', relay.diskBytes() / (await storedNow(relay)), others)
    },
  )
}

/** Earlier runs on the same folder have added to what it was filled with. */
async function storedNow(relay: PeerRelay): Promise<number> {
  const asker = await Asker.connect(relay.endpoint)
  const { text } = await asker.count({})
  asker.line.close()
  return JSON.parse(text)[2].count
}
