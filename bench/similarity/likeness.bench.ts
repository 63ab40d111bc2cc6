import sharp from 'sharp'
import { BannedIndex } from '../../apps/relay/src/media/library/similarity/banned-index.ts'
import { nearWithin } from '../../apps/relay/src/media/library/similarity/compare.ts'
import { HashIndex } from '../../apps/relay/src/media/library/similarity/hash-index.ts'
import { bannedPrintsOf, printsOf } from '../../apps/relay/src/media/library/similarity/image-print.ts'
import { rasterOf } from '../../apps/relay/src/media/library/similarity/raster.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { changes } from './changes.ts'
import { measureListed } from './listed.ts'
import { oldHashOf, refusedBefore } from './old-hash.ts'
import { kindNames, pictureOf } from './pictures.ts'
import { seeded } from './seeded.ts'

// What a ban of near copies refuses by mistake and what it misses, by kind of image and by change, beside the dHash that it
// replaces; and how long near copies among 100,000 files take to find. Images are drawn from a seed.
// `npm run bench -- likeness [bans] [listed] [search] [--images=400] [--bans=100] [--copies=40] [--seed=1] [--kinds=map,scan]`.

const option = (name: string, usual: number) =>
  Number(process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)
const [images, bans, copies, seed] = [
  option('images', 400),
  option('bans', 100),
  option('copies', 40),
  option('seed', 1),
]
const bench = 'visual similarity'
const namedKinds = process.argv
  .find(word => word.startsWith('--kinds='))
  ?.slice(8)
  .split(',')
const measuredKinds = namedKinds ?? kindNames

async function seenAs(image: Buffer) {
  const size = { fit: 'inside', withoutEnlargement: true } as const
  const webp = await sharp(image).resize(320, 320, size).webp({ quality: 72, effort: 2 }).toBuffer()
  return { raster: await rasterOf(sharp(webp)), old: await oldHashOf(webp) }
}

interface Kind {
  readonly kind: string
  readonly seen: readonly { readonly prints: ReturnType<typeof printsOf>; readonly old: bigint }[]
  readonly banned: readonly { readonly index: BannedIndex<number>; readonly old: bigint }[]
}

async function draw(kind: string): Promise<Kind> {
  const seen: Kind['seen'][number][] = []
  const banned: Kind['banned'][number][] = []
  for (let number = 0; number < images; number++) {
    const { raster, old } = await seenAs(await pictureOf(kind, number, seed))
    seen.push({ prints: printsOf(raster), old })
    if (number >= bans) continue
    const shown = bannedPrintsOf(raster)
    const index = new BannedIndex<number>(async () => shown.flatMap(({ fine }) => fine ?? []))
    index.add(number, shown)
    banned.push({ index, old })
  }
  return { kind, seen, banned }
}

const share = (count: number, of: number) => rounded((count / of) * 100)

async function measureFalseAlarms(kinds: readonly Kind[]): Promise<void> {
  for (const { kind, banned } of kinds) {
    const counts = { pairs: 0, refused: 0, others: 0, refusedOthers: 0, near: 0, before: 0 }
    for (const [number, ban] of banned.entries())
      for (const other of kinds)
        for (const [at, image] of other.seen.entries()) {
          if (other.kind === kind && at === number) continue
          const verdict = await ban.index.look(image.prints)
          if (verdict && !verdict.isSame) counts.near++
          if (other.kind !== kind) {
            counts.others++
            if (verdict?.isSame) counts.refusedOthers++
            continue
          }
          counts.pairs++
          if (verdict?.isSame) counts.refused++
          if (refusedBefore(ban.old, image.old)) counts.before++
        }
    const { pairs, refused, others, refusedOthers, near, before } = counts
    printFigure({
      bench,
      figure: 'false alarms',
      kind,
      pairsOfTheKind: pairs,
      refused,
      refusedPercent: share(refused, pairs),
      pairsOfOtherKinds: others,
      refusedOthers,
      shownToModerator: near,
      beforePercent: share(before, pairs),
      target: 'at most 0.01 % refused',
    })
  }
}

async function measureMisses(kinds: readonly Kind[]): Promise<void> {
  for (const [change, apply] of Object.entries(changes)) {
    const byKind: Record<string, number> = {}
    const sum = { found: 0, foundBefore: 0, of: 0 }
    for (const { kind, banned } of kinds) {
      const tried = banned.slice(0, copies).entries()
      const before = sum.found
      let of = 0
      for (const [number, ban] of tried) {
        if (ban.index.isEmpty) continue
        const { raster, old } = await seenAs(await apply(await pictureOf(kind, number, seed)))
        of++
        if ((await ban.index.look(printsOf(raster)))?.isSame) sum.found++
        if (refusedBefore(ban.old, old)) sum.foundBefore++
      }
      byKind[kind] = share(sum.found - before, of)
      sum.of += of
    }
    printFigure({
      bench,
      figure: 'copies found',
      change,
      copies: sum.of,
      foundPercent: share(sum.found, sum.of),
      beforePercent: share(sum.foundBefore, sum.of),
      byKind,
      target: 'at least 95 %',
    })
  }
}

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
if (wants('bans')) {
  const kinds: Kind[] = []
  for (const kind of measuredKinds) kinds.push(await draw(kind))
  await measureFalseAlarms(kinds)
  await measureMisses(kinds)
}
if (wants('listed')) await measureListed({ bench, kinds: measuredKinds, images, copies, seed, seenAs })
if (wants('search')) await measureSearch()
