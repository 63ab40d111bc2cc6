import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limitationOf, type NostrLimits, nostrLimits } from './limits.ts'

const mebibyte = 1024 * 1024
const kibibyte = 1024

/** Null: in the row of the one before. */
const names: Record<keyof NostrLimits, string | null> = {
  connectionsPerAddressMax: 'open connections per address',
  connectionsMax: 'open connections in total',
  messageBytesMax: 'bytes per message',
  bytesPerSecond: 'bytes per second per connection; in a burst',
  bytesBurst: null,
  bytesPerSecondPerAddress: 'bytes per second per address; in a burst',
  bytesBurstPerAddress: null,
  eventsPerSecond: 'events per second per connection; in a burst',
  eventsBurst: null,
  requestsPerSecond: 'other messages per second per connection; in a burst',
  requestsBurst: null,
  frameMillisPerSecond: 'milliseconds per second that the frames of one address take to be read; in a burst',
  frameMillisBurst: null,
  forgedPerSecond: 'events per second with a wrong id or signature, per connection and per address; in a burst',
  forgedBurst: null,
  messagePartsMax: 'frames of one message',
  controlFramesMax: 'pings and pongs within 30 seconds per connection',
  eventsInFlightMax: 'events awaiting their OK, per connection; their bytes',
  eventBytesInFlightMax: null,
  eventsInFlightPerAddressMax: 'the same per address; their bytes; bytes of all',
  eventBytesInFlightPerAddressMax: null,
  allEventBytesInFlightMax: null,
  readMillisPerSecond: 'read time per second and address before others take priority, ms; in a burst',
  readMillisBurst: null,
  readsAtOnceMax: 'concurrent reads of the store; per address; of COUNTs; of all addresses above their rate',
  readsAtOncePerAddressMax: null,
  countReadsAtOnceMax: null,
  overdrawnReadsAtOnceMax: null,
  waitingReadsPerAddressMax: 'waiting reads per address',
  queriesAtOnceMax: 'concurrent queries per connection',
  countsMax: 'COUNTs of one connection, running or waiting',
  subscriptionsMax: 'subscriptions per connection; their filters; values in these',
  subscribedFiltersMax: null,
  subscribedValuesMax: null,
  fanOutStepsPerSecond:
    'live-event matching cost per second and address, in lookups; above it the most expensive subscriptions are closed',
  filtersMax: 'filters per REQ or COUNT; values in the lists of one',
  filterValuesMax: null,
  subscriptionIdMax: 'characters in a subscription id',
  limitMax: 'stored events returned for a filter; for one without a limit',
  limitDefault: null,
  heldEventsMax: "live events held while a subscription's stored ones are read; their bytes",
  heldBytesMax: null,
  unsentBytesPause: 'unsent bytes of a connection at which the relay stops reading from it; closes it',
  unsentBytesMax: null,
  unsentBytesPerAddressMax: 'unsent bytes of an address at which its slowest connections are closed',
  allUnsentBytesMax: 'unsent bytes in total at which the slowest connections are closed (`UNSENT_MB`)',
  eventTagsMax: 'tags per event; values per tag; in all tags',
  tagItemsMax: null,
  eventTagItemsMax: null,
  contentLengthMax: 'characters in its content',
  storedBytesPerKeyDayMax:
    'bytes of events stored per day and key; per address (`KEY_MB_PER_DAY`, `ADDRESS_MB_PER_DAY`)',
  storedBytesPerAddressDayMax: null,
  authorsRememberedMax: 'authors remembered per connection, in case one of them is blocked',
  authenticatedMax: 'keys that can sign in over one connection',
  vanishesBurst: 'requests to vanish of one key; more per hour',
  vanishesPerHour: null,
  vanishesBurstPerAddress: 'requests to vanish from one address; more per hour',
  vanishesPerHourPerAddress: null,
  comparisonsMax: 'comparisons of stores (NIP-77) per connection; per address',
  comparisonsPerAddressMax: null,
  comparedEventsMax: 'events in one comparison',
  allComparedEventsMax: 'events in all comparisons',
  comparisonBytesMax: 'bytes of one of their answers',
  comparisonIdleSeconds: 'seconds without a message at which one ends',
  pingSeconds: 'seconds between pings',
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
