import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { NostrEvent } from '@hornets/contract'
import type { Filter } from '../../apps/relay/src/events/filter.ts'
import type { PostgresEventStore } from '../../apps/relay/src/events/postgres/postgres-event-store.ts'
import { readAll } from '../../apps/relay/src/events/read-scope.ts'
import { median, printFigure, rounded } from '../figures.ts'

const rounds = 40
const authorsOfFeed = 300
const nanosPerMs = 1e6
const atOnce = 200

export async function saveAll(store: PostgresEventStore, events: readonly NostrEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += atOnce)
    await Promise.all(events.slice(at, at + atOnce).map(event => store.save({ event, json: JSON.stringify(event) })))
}

/** Asks one after the other for some of `kept`. `about` stands in each figure, beside the longest stall of our thread. */
export async function measureQueries(
  store: PostgresEventStore,
  kept: readonly NostrEvent[],
  about: { readonly bench: string; readonly [key: string]: unknown },
): Promise<void> {
  const authorsOf = (at: number) =>
    Array.from({ length: authorsOfFeed }, (_, index) => kept[(at * 37 + index * 61) % kept.length]?.pubkey ?? '')
  const referenced = (at: number) => kept[at]?.tags.find(([name]) => name === 'e')?.[1] ?? ''
  const shapes: Record<string, (at: number) => Filter> = {
    id: at => ({ ids: [kept[at]?.id ?? ''] }),
    author: at => ({ authors: [kept[at]?.pubkey ?? ''], limit: 50 }),
    '#e': at => ({ tags: [['e', [referenced(at)]]], limit: 100 }),
    kind: () => ({ kinds: [1], limit: 100 }),
    'kind, before a time': at => ({ kinds: [1], limit: 500, until: kept[at]?.created_at ?? 0 }),
    feed: at => ({ authors: authorsOf(at), kinds: [1, 6], limit: 100 }),
  }
  for (const [shape, filterOf] of Object.entries(shapes)) {
    const stalls = monitorEventLoopDelay({ resolution: 1 })
    stalls.enable()
    const millis: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      for await (const batch of store.query([filterOf((round * 997) % kept.length)], { scope: readAll }))
        found += batch.ends.length
      millis.push(performance.now() - begun)
    }
    stalls.disable()
    millis.sort((a, b) => a - b)
    printFigure({
      ...about,
      figure: `a query by ${shape}`,
      found: Math.round(found / rounds),
      p50Ms: rounded(median(millis), 1),
      maxMs: rounded(millis.at(-1) ?? 0, 1),
      stallMsMax: rounded(stalls.max / nanosPerMs, 1),
    })
  }
}
