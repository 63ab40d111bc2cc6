import { median, printFigure, rounded } from '../figures.ts'
import { openAcceptance } from './acceptance.ts'
import { startRelay } from './relay-process.ts'

// Two relays, one without it, take the same bursts in turn, so that the machine's load affects both.

const bench = 'recorder'
const rounds = 7

const relays = {
  with: await startRelay(),
  without: await startRelay(undefined, new URL('./without-recorder.ts', import.meta.url)),
}
const acceptance = await openAcceptance(2 * rounds)
const accepted = { with: [] as number[], without: [] as number[] }
try {
  for (let round = 0; round < rounds; round++)
    for (const name of ['with', 'without'] as const)
      accepted[name].push((await acceptance.publish(relays[name].url)).acceptedPerSecond)
  const [recorded, plain] = [median(accepted.with), median(accepted.without)]
  printFigure({
    bench,
    figure: 'accepted events per second, with and without the recorder of refusals',
    with: Math.round(recorded),
    without: Math.round(plain),
    ratio: rounded(recorded / plain, 2),
  })
} finally {
  await acceptance.close()
  await relays.with.stop()
  await relays.without.stop()
}
