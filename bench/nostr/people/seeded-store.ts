import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@hornets/server/process/logger'
import { LmdbEventStore } from '../../../apps/relay/src/events/lmdb/lmdb-event-store.ts'
import { spawnRelay, startRelay } from '../../../apps/relay/test/harness.ts'
import { signerOf } from '../schnorr-signer.ts'

export interface StoreSize {
  readonly events: number
  readonly authors: number
}

export const topics = 10
const days = 40
const savedAtOnce = 2000
const kinds = [1, 1, 1, 7, 6, 1, 7, 9802, 1, 1]
const words = 'relay note bitcoin river lantern evening copper signal orchard winter harbour quiet morning paper'.split(
  ' ',
)
const files = ['events.lmdb', 'event-text.db'] as const
const memory = '/dev/shm'
const cache = fileURLToPath(new URL('../../../.cache/bench-store/', import.meta.url))

const keys = new Map<number, string>()

export function authorKey(number: number): string {
  const key = keys.get(number) ?? signerOf(hash('sha256', `hornets author ${number}`, 'buffer')).pubkey
  keys.set(number, key)
  return key
}

export const topic = (number: number) => `part${number % topics}`

/**
 * Uneven, over the last 40 days, without real signatures, which the store does not check. Made once, with all that a
 * relay counts at its first start, then copied.
 */
export async function copySeeded(folder: string, size: StoreSize): Promise<void> {
  const kept = join(cache, `${size.events}-${size.authors}-counted`)
  if (!existsSync(kept)) await make(kept, size)
  await cp(kept, folder, { recursive: true })
}

export async function spawnSeeded(folder: string, size: StoreSize) {
  await copySeeded(folder, size)
  return spawnRelay(folder)
}

/** In memory where it can: counting waits for thousands of commits. */
async function make(kept: string, size: StoreSize): Promise<void> {
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'hornets-seed-'))
  try {
    // Its other databases are there, or it would miss them.
    await (await spawnRelay(folder)).end()
    await seed(folder, size)
    const relay = await startRelay({ dataDir: folder })
    await relay.context.peopleCounter.settle()
    await relay.close()
    await mkdir(cache, { recursive: true })
    await cp(folder, `${kept}.part`, { recursive: true })
    await rename(`${kept}.part`, kept)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function seed(folder: string, { events, authors }: StoreSize): Promise<void> {
  const end = Math.floor(Date.now() / 1000)
  const timeOf = (index: number) => end - Math.floor(((events - index) / events) * days * 86_400)
  let at = timeOf(0)
  const store = await LmdbEventStore.open({
    path: join(folder, files[0]),
    textPath: join(folder, files[1]),
    now: () => at * 1000,
    log: createLogger({ name: 'bench', level: 'error' }),
    isDurable: false,
    givesWay: false,
  })
  for (let from = 0; from < events; from += savedAtOnce) {
    at = timeOf(from)
    const saved = Array.from({ length: Math.min(savedAtOnce, events - from) }, (_, offset) => {
      const event = seededNote(from + offset, authors, timeOf(from + offset))
      return store.save({ event, json: JSON.stringify(event) })
    })
    await Promise.all(saved)
  }
  await store.catchUp()
  await store.close()
}

function seededNote(index: number, authors: number, created_at: number) {
  const isProfile = index < authors
  // A few write much.
  const writer = isProfile ? index : Math.floor(authors * (((index * 7919) % 10_007) / 10_007) ** 3)
  const text = Array.from({ length: 8 }, (_, at) => words[(index * 31 + at * at) % words.length]).join(' ')
  return {
    id: hash('sha256', `hornets event ${index}`),
    pubkey: authorKey(writer),
    created_at,
    kind: isProfile ? 0 : (kinds[index % kinds.length] ?? 1),
    tags: isProfile
      ? []
      : [
          ['p', authorKey((index * 31) % authors)],
          ['t', topic(index)],
          ['d', `${index}`],
        ],
    content: isProfile ? JSON.stringify({ name: `author ${index}`, about: text }) : `${index} ${text}`,
    sig: 'f'.repeat(128),
  }
}
