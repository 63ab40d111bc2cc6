import { nearWithin } from '../../apps/relay/src/media/library/similarity/compare.ts'
import { HashIndex } from '../../apps/relay/src/media/library/similarity/hash-index.ts'
import { bannedPrintsOf } from '../../apps/relay/src/media/library/similarity/image-print.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { measureFalseAlarms, measureMisses } from './bans.ts'
import { drawKinds, seenAs } from './kinds.ts'
import { measureListed } from './listed.ts'
import { kindNames, pictureOf } from './pictures.ts'
import { seeded } from './seeded.ts'

// What a ban of near copies refuses by mistake and what it misses, by kind of image and by change, beside the dHash that it
// replaces; and how long near copies among 100,000 files take to find. Images are drawn from a seed.
// `npm run bench -- likeness [bans] [listed] [search] [--images=200] [--bans=50] [--copies=12] [--seed=1] [--kinds=map,scan]`.

const option = (name: string, usual: number) =>
  Number(process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)
const seed = option('seed', 1)
const counts = { images: option('images', 200), bans: option('bans', 50), copies: option('copies', 12), seed }
const bench = 'visual similarity'
const namedKinds = process.argv
  .find(word => word.startsWith('--kinds='))
  ?.slice(8)
  .split(',')
const measuredKinds = namedKinds ?? kindNames

/** Near copies of one image among 100,000 hashes: with all its cuts and turns, as the dialog of a ban looks for them. */
async function measureSearch(): Promise<void> {
  const files = 100_000
  const random = seeded(seed)
  const index = new HashIndex<number>()
  for (let at = 0; at < files; at++)
    index.add(
      at,
      Uint16Array.from({ length: 16 }, () => random() * 65_536),
    )
  index.tidy()
  const times: number[] = []
  /** Without what other programs took from this processor. */
  const busyTimes: number[] = []
  for (let number = 0; number < 30; number++) {
    const { raster } = await seenAs(await pictureOf('landscape', number, seed))
    const turned = bannedPrintsOf(raster).flatMap(print => print.turned)
    const [began, busy] = [performance.now(), process.threadCpuUsage().user]
    index.nearAny(turned, nearWithin)
    times.push(performance.now() - began)
    busyTimes.push((process.threadCpuUsage().user - busy) / 1000)
  }
  times.sort((one, other) => one - other)
  printFigure({
    bench,
    figure: 'near copies among 100,000',
    medianMs: rounded(median(times), 1),
    slowestMs: rounded(times.at(-1) ?? 0, 1),
    slowestOnProcessorMs: rounded(Math.max(...busyTimes), 1),
    target: 'within 20 ms',
    before: '3.5 s (issue)',
  })
}

const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
const wants = (part: string) => named.length === 0 || named.includes(part)
if (wants('bans') || wants('listed')) {
  const kinds = await drawKinds(measuredKinds, counts)
  if (wants('bans')) await measureFalseAlarms(bench, kinds)
  if (wants('bans')) await measureMisses(bench, kinds)
  if (wants('listed')) measureListed(bench, kinds)
}
if (wants('search')) await measureSearch()
