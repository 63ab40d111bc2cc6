import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { BannedIndex } from '../../apps/relay/src/media/library/similarity/banned-index.ts'
import {
  bannedPrintsOf,
  type ImagePrint,
  printsOf,
  type TurnedPrint,
} from '../../apps/relay/src/media/library/similarity/image-print.ts'
import { rasterOf } from '../../apps/relay/src/media/library/similarity/raster.ts'
import { changes } from './changes.ts'
import { oldHashOf } from './old-hash.ts'
import { pictureOf } from './pictures.ts'

/** Each image, ban and copy is drawn and hashed once, for all that is measured. */
export interface Kind {
  readonly kind: string
  readonly seen: readonly Seen[]
  /** Of the first images. */
  readonly banned: readonly Ban[]
  /** By change, of the first images. */
  readonly copies: ReadonlyMap<string, readonly Seen[]>
}

interface Seen {
  readonly prints: readonly ImagePrint[]
  readonly old: bigint
}

interface Ban {
  readonly shown: readonly TurnedPrint[]
  readonly old: bigint
}

export interface Counts {
  readonly images: number
  readonly bans: number
  readonly copies: number
  readonly seed: number
}

/** sharp's threads draw one while this one hashes another. */
const atOnce = 2

export async function drawKind(kind: string, { images, bans, copies, seed }: Counts): Promise<Kind> {
  const seen: Seen[] = []
  const banned: Ban[] = []
  const changed = new Map<string, Seen[]>(Object.keys(changes).map(change => [change, []]))
  const draw = async (number: number) => {
    const image = await pictureOf(kind, number, seed)
    const { raster, ...own } = await seenAs(image)
    seen[number] = own
    if (number < bans) banned[number] = { shown: bannedPrintsOf(raster), old: own.old }
    if (number >= copies) return
    for (const [change, apply] of Object.entries(changes)) {
      const { prints, old } = await seenAs(await apply(image))
      changed.get(change)?.splice(number, 1, { prints, old })
    }
  }
  for (const made of changed.values()) made.length = copies
  let next = 0
  const drawing = async () => {
    while (next < images) await draw(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, drawing))
  return { kind, seen, banned, copies: changed }
}

export function indexOf({ shown }: Ban): BannedIndex<number> {
  const index = new BannedIndex<number>(async () => shown.flatMap(({ fine }) => fine ?? []))
  index.add(0, shown)
  return index
}

/** One kind in each processor's thread at a time. */
export async function drawKinds(names: readonly string[], counts: Counts): Promise<Kind[]> {
  const kinds: Kind[] = []
  const left = [...names.entries()]
  const draw = async () => {
    const worker = new Worker(new URL('./kinds-worker.ts', import.meta.url), { workerData: counts })
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, name] = next
      worker.postMessage(name)
      const [kind] = await once(worker, 'message')
      kinds[at] = kind
      process.stderr.write(`${name}\n`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, draw))
  return kinds
}

export async function seenAs(image: Buffer) {
  const size = { fit: 'inside', withoutEnlargement: true } as const
  const webp = await sharp(image).resize(320, 320, size).webp({ quality: 72, effort: 2 }).toBuffer()
  const raster = await rasterOf(sharp(webp))
  return { raster, prints: printsOf(raster), old: await oldHashOf(webp) }
}
