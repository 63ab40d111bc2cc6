import { setTimeout as delay } from 'node:timers/promises'
import { median, printFigure, rounded } from '../figures.ts'
import { at } from '../nostr/burst-client.ts'
import { watchLoad } from '../peer/machine-load.ts'
import type { PeerRelay } from '../peer/peer-relay.ts'
import { Acknowledged } from './acknowledged.ts'
import { attackInTurn } from './attack-in-turn.ts'
import { beHonest } from './honest-client.ts'
import { beHostile } from './hostile-client.ts'

const samples = 20

interface Sample {
  readonly readP50: number
  readonly readP99: number
  readonly okP99: number
  readonly memoryMb: number
  readonly diskMb: number
}

export async function runSoak(relay: PeerRelay, { minutes, clients }: { minutes: number; clients: number }) {
  const end = AbortSignal.timeout(minutes * 60_000)
  const acknowledged = new Acknowledged()
  const failures = new Map<string, number>()
  let reads: number[] = []
  let writes: number[] = []
  let writtenInAll = 0
  const diary = {
    read: (millis: number) => reads.push(millis),
    written: (millis: number) => {
      writtenInAll += 1
      writes.push(millis)
    },
    failed: (what: string) => failures.set(what.slice(0, 80), (failures.get(what.slice(0, 80)) ?? 0) + 1),
  }
  const all = Array.from({ length: clients }, (_, number) =>
    number % 10 === 9
      ? beHostile(relay.endpoint, Math.floor(number / 10), end)
      : beHonest(relay.endpoint, number, diary, acknowledged, end),
  )
  const attacking = attackInTurn(relay.endpoint, end)
  const taken: Sample[] = []
  for (let number = 1; number <= samples && relay.isRunning; number++) {
    const load = watchLoad(relay.pid)
    await delay((minutes * 60_000) / samples)
    const [sortedReads, sortedWrites] = [reads, writes].map(list => list.sort((a, b) => a - b)) as [number[], number[]]
    const sample = {
      readP50: at(sortedReads, 0.5),
      readP99: at(sortedReads, 0.99),
      okP99: at(sortedWrites, 0.99),
      memoryMb: relay.memory().anonymousMb,
      diskMb: relay.diskBytes() / 1e6,
    }
    taken.push(sample)
    const shown = Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, rounded(value, 1)]))
    const figure = `after ${rounded((minutes * number) / samples, 1)} minutes`
    const counts = { reads: reads.length, writes: writes.length, othersBusyCores: rounded(load().othersBusyCores, 2) }
    printFigure({ bench: 'soak', figure, ...shown, ...counts })
    reads = []
    writes = []
  }
  await Promise.race([Promise.all(all), delay(60_000, undefined, { ref: false })])
  const missing = await acknowledged.missingFrom(relay.endpoint)
  printFigure({
    bench: 'soak',
    figure: `${clients} clients, one in ten hostile, ${minutes} minutes`,
    survived: relay.isRunning,
    written: writtenInAll,
    toBeFound: acknowledged.count,
    missing,
    lastQuarterAgainstThird: growth(taken),
    attacks: Object.fromEntries(await attacking),
    failures: Object.fromEntries(failures),
  })
}

/** Medians of the last quarter over those of the one before: 1 is flat. */
function growth(taken: readonly Sample[]): Record<string, number> {
  const half = taken.length / 2
  const [third, last] = [taken.slice(half, half * 1.5), taken.slice(half * 1.5)]
  const names = ['readP50', 'readP99', 'okP99', 'memoryMb', 'diskMb'] as const
  return Object.fromEntries(
    names.map(name => [name, rounded(median(last.map(one => one[name])) / median(third.map(one => one[name])), 2)]),
  )
}
