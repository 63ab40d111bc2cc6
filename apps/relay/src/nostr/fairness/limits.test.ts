import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limitationOf, type NostrLimits, nostrLimits } from './limits.ts'

const mebibyte = 1024 * 1024
const kibibyte = 1024

/** Null: in the row of the one before. */
const names: Record<keyof NostrLimits, string | null> = {
  connectionsPerAddressMax: 'open connections per address; in total',
  connectionsMax: null,
  messageBytesMax: 'bytes per message',
  bytesPerSecond: 'bytes per second per connection, in a burst; per address, in a burst',
  bytesBurst: null,
  bytesPerSecondPerAddress: null,
  bytesBurstPerAddress: null,
  eventsPerSecond: 'events per second per connection, in a burst; other messages, in a burst',
  eventsBurst: null,
  requestsPerSecond: null,
  requestsBurst: null,
  frameMillisPerSecond: 'ms per second to read the frames of an address; in a burst',
  frameMillisBurst: null,
  forgedPerSecond: 'wrong ids or signatures per second, per connection and address; in a burst',
  forgedBurst: null,
  messagePartsMax: 'frames of one message; pings and pongs within 30 seconds',
  controlFramesMax: null,
  eventsInFlightMax: 'events awaiting their OK per connection, their bytes; per address, their bytes; bytes of all',
  eventBytesInFlightMax: null,
  eventsInFlightPerAddressMax: null,
  eventBytesInFlightPerAddressMax: null,
  allEventBytesInFlightMax: null,
  readMillisPerSecond: 'ms of reading per second and address before others are first; in a burst',
  readMillisBurst: null,
  readsAtOnceMax: 'concurrent reads; per address; of COUNTs; of addresses above their rate; waiting per address',
  readsAtOncePerAddressMax: null,
  countReadsAtOnceMax: null,
  overdrawnReadsAtOnceMax: null,
  waitingReadsPerAddressMax: null,
  queriesAtOnceMax: 'concurrent queries per connection; COUNTs, running or waiting',
  countsMax: null,
  subscriptionsMax: 'subscriptions per connection; their filters; values in these',
  subscribedFiltersMax: null,
  subscribedValuesMax: null,
  fanOutStepsPerSecond:
    'look-ups per second and address to match live events; above it the costliest subscriptions are closed',
  filtersMax: 'filters per REQ or COUNT; values in one; characters in a subscription id',
  filterValuesMax: null,
  subscriptionIdMax: null,
  limitMax: 'stored events returned for a filter; for one without a limit',
  limitDefault: null,
  heldEventsMax: "live events held while a subscription's stored ones are read; their bytes",
  heldBytesMax: null,
  unsentBytesPause: 'unsent bytes of a connection at which its reading pauses; at which it is closed',
  unsentBytesMax: null,
  unsentBytesPerAddressMax:
    'unsent bytes of an address; in total (`UNSENT_MB`); then the slowest connections are closed',
  allUnsentBytesMax: null,
  eventTagsMax: 'tags per event; values per tag; in all tags; characters in its content',
  tagItemsMax: null,
  eventTagItemsMax: null,
  contentLengthMax: null,
  storedBytesPerKeyDayMax: 'bytes of events a day per key; per address (`KEY_MB_PER_DAY`, `ADDRESS_MB_PER_DAY`)',
  storedBytesPerAddressDayMax: null,
  authorsRememberedMax: 'authors remembered per connection; keys that can sign in over it',
  authenticatedMax: null,
  vanishesBurst: 'requests to vanish of a key, more per hour; of an address, more per hour',
  vanishesPerHour: null,
  vanishesBurstPerAddress: null,
  vanishesPerHourPerAddress: null,
  comparisonsMax: 'comparisons (NIP-77) per connection; per address; events in one; in all; bytes of an answer',
  comparisonsPerAddressMax: null,
  comparedEventsMax: null,
  allComparedEventsMax: null,
  comparisonBytesMax: null,
  comparisonIdleSeconds: 'seconds of silence that end a comparison; between pings',
  pingSeconds: null,
}

function inWords(key: keyof NostrLimits): string {
  const value = nostrLimits[key]
  if (key === 'allUnsentBytesMax') return '1/64 of the memory, 32 to 256 MB'
  if (!/bytes/i.test(key)) return value.toLocaleString('en')
  return value % mebibyte === 0 ? `${value / mebibyte} MB` : `${value / kibibyte} KB`
}

it('are in docs/operate/limits.md as they are enforced', () => {
  const rows: string[] = []
  for (const [key, name] of Object.entries(names)) {
    const value = inWords(key as keyof NostrLimits)
    rows.push(name === null ? (rows.pop()?.replace(/ \|$/, `; ${value} |`) ?? '') : `| ${name} | ${value} |`)
  }
  const guide = readFileSync(new URL('../../../../../docs/operate/limits.md', import.meta.url), 'utf8')
  expect(guide).toContain(['| limit | |', '|---|---|', ...rows].join('\n'))
})

it('are published in NIP-11 as they are enforced', () => {
  expect(limitationOf(nostrLimits, 0)).toMatchObject({
    max_message_length: nostrLimits.messageBytesMax,
    max_subscriptions: nostrLimits.subscriptionsMax,
    max_limit: nostrLimits.limitMax,
    max_event_tags: nostrLimits.eventTagsMax,
  })
})
