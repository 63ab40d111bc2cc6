import { leastQuality } from '../../apps/relay/src/media/library/similarity/compare.ts'
import { type ImagePrint, printsOf } from '../../apps/relay/src/media/library/similarity/image-print.ts'
import { distanceOf, type Raster } from '../../apps/relay/src/media/library/similarity/pdq.ts'
import { printFigure, rounded } from '../figures.ts'
import { changes } from './changes.ts'
import { pictureOf } from './pictures.ts'

// Only the hash of a listed image is known. The threshold is chosen from these figures.

const withins = [8, 10, 12, 14, 16, 18, 20, 24, 28, 31]

interface ListedParts {
  readonly bench: string
  readonly kinds: readonly string[]
  readonly images: number
  readonly copies: number
  readonly seed: number
  readonly seenAs: (image: Buffer) => Promise<{ readonly raster: Raster }>
}

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

export async function measureListed({ bench, kinds, images, copies, seed, seenAs }: ListedParts): Promise<void> {
  const printed = async (image: Buffer) => printsOf((await seenAs(image)).raster)
  const found = new Map<string, (number | undefined)[]>()
  for (const kind of kinds) {
    const seen: ImagePrint[][] = []
    for (let number = 0; number < images; number++) seen.push(await printed(await pictureOf(kind, number, seed)))
    const unlike = seen.flatMap((listed, at) =>
      seen.flatMap((other, number) => (number === at ? [] : [distanceTo(listed, other)])),
    )
    printFigure({
      bench,
      figure: 'false alarms of listed hashes, percent within so many bits',
      kind,
      pairs: unlike.length,
      within: sharesWithin(unlike),
      target: 'at most 0.01 % refused',
    })
    for (const [change, apply] of Object.entries(changes)) {
      const distances = found.get(change) ?? []
      found.set(change, distances)
      for (const [number, listed] of seen.slice(0, copies).entries())
        distances.push(distanceTo(listed, await printed(await apply(await pictureOf(kind, number, seed)))))
    }
  }
  for (const [change, distances] of found)
    printFigure({
      bench,
      figure: 'copies found by listed hashes, percent within so many bits',
      change,
      copies: distances.length,
      within: sharesWithin(distances),
    })
}
