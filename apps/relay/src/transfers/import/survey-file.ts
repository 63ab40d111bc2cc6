import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { NostrEvent } from '@hornets/contract'
import { nostrLimits } from '../../nostr/fairness/limits.ts'
import { errorOfEvent } from '../../nostr/messages/parse-event.ts'

export interface Survey {
  readonly events: number
  readonly bytes: number
  readonly authors: number
  /** Most frequent first. */
  readonly kinds: readonly (readonly [kind: number, count: number])[]
  /** Unix seconds. */
  readonly oldest: number
  readonly newest: number
  readonly wrong: number
}

export async function surveyFile(file: Readable): Promise<Survey> {
  const kinds = new Map<number, number>()
  const authors = new Set<string>()
  const sums = { events: 0, bytes: 0, oldest: Number.MAX_SAFE_INTEGER, newest: 0, wrong: 0 }
  for await (const line of createInterface({ input: await unpacked(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const event = eventIn(line)
    if (!event) {
      sums.wrong += 1
      continue
    }
    sums.events += 1
    sums.bytes += Buffer.byteLength(line)
    sums.oldest = Math.min(sums.oldest, event.created_at)
    sums.newest = Math.max(sums.newest, event.created_at)
    kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1)
    authors.add(event.pubkey)
  }
  return { ...sums, authors: authors.size, kinds: [...kinds].sort((one, other) => other[1] - one[1]) }
}

function eventIn(line: string): NostrEvent | null {
  try {
    const value: unknown = JSON.parse(line)
    return errorOfEvent(value, nostrLimits) === null ? (value as NostrEvent) : null
  } catch {
    return null
  }
}

async function unpacked(file: Readable): Promise<Readable> {
  const head = await new Promise<Buffer>((resolve, reject) => {
    file.once('error', reject)
    file.once('readable', () => {
      const first = (file.read() as Buffer | null) ?? Buffer.alloc(0)
      file.unshift(first)
      resolve(first)
    })
  })
  if (head[0] !== 0x1f || head[1] !== 0x8b) return file
  return file.pipe(createGunzip())
}
