import { setTimeout as wait } from 'node:timers/promises'
import { spawnRelay } from '../../apps/relay/test/harness.ts'
import { photoOf } from '../../apps/relay/test/support/photos.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { openAcceptance } from '../nostr/acceptance.ts'
import { startRelay } from '../nostr/relay-process.ts'
import { fillPhotos, thumbnailsMade } from './fill-files.ts'

const differentPhotos = 20
const turns = 2
const roundsOfTurn = 3
/** Enough for all rounds: it must not run out while events are measured. */
const thumbnailsOfTurn = 1500

export const photos = (width: number, height: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: differentPhotos }, () => photoOf(width, height)))

export async function measureThumbnails(dataDir: string, count: number, [width, height]: readonly [number, number]) {
  await (await spawnRelay(dataDir)).end()
  const given = await photos(width, height)
  fillPhotos(dataDir, count, given)
  const relay = await spawnRelay(dataDir)
  try {
    let first: { at: number; made: number } | undefined
    let made = 0
    const latest = performance.now() + 300_000
    while (made < count && performance.now() < latest) {
      await wait(100)
      made = thumbnailsMade(dataDir)
      if (made > 0) first ??= { at: performance.now(), made }
    }
    const seconds = (performance.now() - (first?.at ?? Number.NaN)) / 1000
    const megapixels = rounded((width * height) / 1e6, 1)
    const kb = Math.round(median(given.map(({ length }) => length)) / 1000)
    const value = rounded((made - (first?.made ?? 0)) / seconds, 1)
    printFigure({ bench: 'media', figure: 'thumbnailsPerSecond', value, made, megapixels, kb })
  } finally {
    await relay.end()
  }
}

/** What thumbnails cost those who publish: two relays in turn, one of which makes thumbnails all the time. */
export async function measureCost(idleDir: string, busyDir: string): Promise<void> {
  for (const dataDir of [idleDir, busyDir]) await (await spawnRelay(dataDir)).end()
  const given = await photos(1600, 1200)
  const acceptance = await openAcceptance(2 * turns * roundsOfTurn)
  const rates = { idle: [] as number[], busy: [] as number[] }
  const ok = { idle: [] as number[], busy: [] as number[] }
  const perSecond: number[] = []
  try {
    for (let turn = 0; turn < turns; turn += 1)
      for (const [state, dataDir] of [
        ['idle', idleDir],
        ['busy', busyDir],
      ] as const) {
        if (state === 'busy') fillPhotos(dataDir, thumbnailsOfTurn, given)
        const relay = await startRelay(dataDir)
        if (state === 'busy') while (thumbnailsMade(dataDir) % thumbnailsOfTurn < 20) await wait(50)
        const [before, begun] = [thumbnailsMade(dataDir), performance.now()]
        for (let round = 0; round < roundsOfTurn; round += 1) {
          const { acceptedPerSecond, p99Millis } = await acceptance.publish(relay.url)
          rates[state].push(acceptedPerSecond)
          ok[state].push(p99Millis)
        }
        const [after, seconds] = [thumbnailsMade(dataDir), (performance.now() - begun) / 1000]
        await relay.stop()
        if (state === 'idle') continue
        if (after === (turn + 1) * thumbnailsOfTurn) throw new Error('the thumbnails ran out before the events')
        perSecond.push((after - before) / seconds)
        await untilMade(dataDir, (turn + 1) * thumbnailsOfTurn)
      }
  } finally {
    await acceptance.close()
  }
  const [idle, busy] = [median(rates.idle), median(rates.busy)]
  printFigure({
    bench: 'media',
    figure: 'acceptedPerSecond while thumbnails are made',
    value: Math.round(busy),
    without: Math.round(idle),
    share: rounded(busy / idle, 2),
    thumbnailsPerSecond: perSecond.map(rate => Math.round(rate)),
    okMillisP99: rounded(median(ok.busy), 1),
    okMillisP99Without: rounded(median(ok.idle), 1),
  })
}

/** Lets the relay make the rest, so that each turn begins alike. */
async function untilMade(dataDir: string, count: number): Promise<void> {
  const relay = await startRelay(dataDir)
  while (thumbnailsMade(dataDir) < count) await wait(100)
  await relay.stop()
}
