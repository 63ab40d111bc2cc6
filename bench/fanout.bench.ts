import { randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import type { Filter } from '../apps/relay/src/events/filter.ts'
import { EventView } from '../apps/relay/src/nostr/subscriptions/compiled-filter.ts'
import { SubscriptionIndex } from '../apps/relay/src/nostr/subscriptions/subscription-index.ts'
import { median, printFigure, rounded } from './figures.ts'

// 2,000 connections with 200 authors each, and hostile lists of tags that never match. No sockets.

const rounds = 15
const authors = Array.from({ length: 5000 }, () => randomBytes(32).toString('hex'))
const values = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`)

function eventOf(tags: string[][]): NostrEvent {
  const pubkey = authors[Math.floor(Math.random() * authors.length)] ?? ''
  const id = randomBytes(32).toString('hex')
  return { id, pubkey, kind: 1, created_at: 1_700_000_000, tags, content: '', sig: '' }
}

function indexOf(subscriptions: readonly (readonly Filter[])[]): SubscriptionIndex<number> {
  const index = new SubscriptionIndex<number>()
  for (const [who, filters] of subscriptions.entries()) index.add(who, filters)
  return index
}

function measure(figure: string, index: SubscriptionIndex<number>, tags: string[][], more: object): void {
  const millis: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const view = new EventView(eventOf(tags))
    const start = performance.now()
    for (const who of index.match(view)) if (who !== null) found += 1
    millis.push(performance.now() - start)
  }
  const max = rounded(Math.max(...millis))
  const p50 = rounded(median(millis))
  printFigure({ bench: 'fanout', figure, unit: 'milliseconds', ...more, p50, max, found: rounded(found / rounds, 1) })
}

const feeds = Array.from({ length: 2000 }, (_, who): Filter[] => [
  { authors: Array.from({ length: 200 }, (_, at) => authors[(who * 37 + at * 25) % authors.length] ?? ''), limit: 1 },
])
const ordinary = indexOf(feeds)
measure(
  '2,000 feeds of 200 authors, a note',
  ordinary,
  [
    ['p', authors[0] ?? ''],
    ['t', 'bitcoin'],
  ],
  { tags: 2 },
)
for (const count of [50, 500, 5000]) {
  measure(
    '2,000 feeds of 200 authors, many tags',
    ordinary,
    values('p', count).map(value => ['p', value]),
    { tags: count },
  )
}
const everyone = indexOf(Array.from({ length: 2000 }, () => [{ kinds: [1] }]))
measure('2,000 subscriptions that all match', everyone, [['t', 'bitcoin']], { tags: 1 })
for (const subscribers of [1, 10, 100]) {
  const lists: Filter = {
    tags: [
      ['a', values('a', 1660)],
      ['b', values('never', 3330)],
    ],
  }
  const hostile = indexOf(Array.from({ length: subscribers }, () => [lists]))
  const tags = [...values('a', 1660).map(value => ['a', value]), ...values('b', 3330).map(value => ['b', value])]
  measure('hostile: 1,660 a and 3,330 b that never match', hostile, tags, { tags: tags.length, subscribers })
}
