import { median, printFigure, rounded } from './figures.ts'
import { openAcceptance } from './nostr/acceptance.ts'
import { startRelay } from './nostr/relay-process.ts'

// Compared with its limit: the checks that one core does in the same run. 8 clients, 128 events in flight, medians.

const bench = 'accept'
const rounds = 7

const relay = await startRelay()
const acceptance = await openAcceptance(rounds)
try {
  const checks: number[] = []
  const accepted: number[] = []
  const p50: number[] = []
  const p99: number[] = []
  let tier = ''
  for (let round = 0; round < rounds; round++) {
    const check = await acceptance.countChecks()
    const burst = await acceptance.publish(relay.url)
    tier = check.tier
    checks.push(check.checksPerSecond)
    accepted.push(burst.acceptedPerSecond)
    p50.push(burst.p50Millis)
    p99.push(burst.p99Millis)
  }
  printFigure({
    bench,
    figure: 'accepted events per second, 8 clients, 128 in flight',
    acceptedPerSecond: Math.round(median(accepted)),
    checksPerSecondOfOneCore: Math.round(median(checks)),
    ratio: rounded(median(accepted) / median(checks), 2),
    roundRatios: accepted.map((value, round) => rounded(value / (checks[round] ?? Number.NaN), 2)),
    verifier: tier,
    okMillisP50: rounded(median(p50), 1),
    okMillisP99: rounded(median(p99), 1),
  })
} finally {
  await acceptance.close()
  await relay.stop()
}
