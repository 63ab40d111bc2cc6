import { leastQuality } from '../../apps/relay/src/media/library/similarity/compare.ts'
import type { ImagePrint } from '../../apps/relay/src/media/library/similarity/image-print.ts'
import { distanceOf } from '../../apps/relay/src/media/library/similarity/pdq.ts'
import { printFigure, rounded } from '../figures.ts'
import { changes } from './changes.ts'
import type { Kind } from './kinds.ts'

// Only the hash of a listed image is known. The threshold is chosen from these figures.

const withins = [8, 10, 12, 14, 16, 18, 20, 24, 28, 31]

/** Differing bits between an uploaded image and the hash of a listed one, as the relay compares them; none without detail. */
function distanceTo(listed: readonly ImagePrint[], uploaded: readonly ImagePrint[]): number | undefined {
  const [whole] = listed
  const clear = uploaded.filter(({ quality }) => quality >= leastQuality)
  if (!whole || whole.quality < leastQuality || clear.length === 0) return undefined
  return Math.min(...clear.map(({ words }) => distanceOf(words, whole.words)))
}

/** In percent. */
const sharesWithin = (distances: readonly (number | undefined)[]): Readonly<Record<number, number>> =>
  Object.fromEntries(
    withins.map(bits => {
      const near = distances.filter(distance => distance !== undefined && distance <= bits)
      return [bits, rounded((near.length / distances.length) * 100, 4)]
    }),
  )

export function measureListed(bench: string, kinds: readonly Kind[]): void {
  for (const { kind, seen } of kinds) {
    const unlike = seen.flatMap((listed, at) =>
      seen.flatMap((other, number) => (number === at ? [] : [distanceTo(listed.prints, other.prints)])),
    )
    printFigure({
      bench,
      figure: 'false alarms of listed hashes, percent within so many bits',
      kind,
      pairs: unlike.length,
      within: sharesWithin(unlike),
      target: 'at most 0.01 % refused',
    })
  }
  for (const change of Object.keys(changes)) {
    const distances = kinds.flatMap(({ seen, copies }) =>
      (copies.get(change) ?? []).map(({ prints }, number) => distanceTo(seen[number]?.prints ?? [], prints)),
    )
    printFigure({
      bench,
      figure: 'copies found by listed hashes, percent within so many bits',
      change,
      copies: distances.length,
      within: sharesWithin(distances),
    })
  }
}
